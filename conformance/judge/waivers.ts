import { type DialectNames, isNameOfDialect } from '../../src/dialects/suite-dialect.ts';
import { compileSchemaFile, readValidatedJson } from '../../src/client/json-schema.ts';
import type { AppliedWaiver, CaseResult, Waiver } from '../model/report.ts';

const areWaivers = compileSchemaFile<Waiver[]>(new URL('waivers.schema.json', import.meta.url));

/** Reads a file of waivers. A CommandError names the invalid member. */
export const readWaivers = (file: string): Waiver[] => readValidatedJson(file, areWaivers, 'the list of waivers');

/**
 * Gives the failed results that a waiver excuses the outcome `waived`, and returns the waivers of the dialect. A waiver that expired,
 * matches no case, or excuses a case that passes has a problem. The waiver of a version replaces that of its family. `today`
 * is YYYY-MM-DD.
 */
export function applyWaivers(
  results: CaseResult[],
  waivers: Waiver[],
  dialect: DialectNames,
  today: string,
): AppliedWaiver[] {
  const isOfVersion = (waiver: Waiver) => waiver.dialect === dialect.name;
  const ofDialect = waivers.filter((each) => each.dialect === undefined || isNameOfDialect(each.dialect, dialect));
  return ofDialect
    .filter(
      (waiver) => isOfVersion(waiver) || !ofDialect.some((each) => each.case === waiver.case && isOfVersion(each)),
    )
    .map((waiver) => {
      const result = results.find((each) => each.case.id === waiver.case);
      if (!result) return { ...waiver, problem: 'no case of this run matches it' };
      if (waiver.expires < today) return { ...waiver, problem: `it expired on ${waiver.expires}` };
      if (result.outcome === 'passed')
        return { ...waiver, problem: 'the case passes: the failure was fixed, remove the waiver' };
      if (result.outcome === 'failed') Object.assign(result, { outcome: 'waived', waiver });
      return waiver;
    });
}
