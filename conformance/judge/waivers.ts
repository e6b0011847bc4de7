import { type DialectNames, isNameOfDialect } from '../../src/contract/suite-dialect.ts';
import { readValidatedJson, compileSchemaFile } from '../model/json-schema.ts';
import type { CaseResult } from '../runner/run-cases.ts';

/** A failure that is known and excused for a while: in one dialect, in the dialects of a family, or in all. */
export interface Waiver {
  /** The id of a case. */
  case: string;
  dialect?: string;
  reason: string;
  /** The last day on which it excuses, YYYY-MM-DD. */
  expires: string;
}

/** A waiver and what became of it; `fault` says why it fails the run. */
export interface AppliedWaiver extends Waiver {
  problem?: string;
}

const areWaivers = compileSchemaFile<Waiver[]>(new URL('waivers.schema.json', import.meta.url));

/** The waivers of a file; a CommandError names what is not right. */
export const readWaivers = (file: string): Waiver[] => readValidatedJson(file, areWaivers, 'the waivers');

/**
 * Marks the failures that a waiver excuses. A waiver that has expired, names no case, or excuses a case that does not fail
 * is at fault itself.
 */
export function applyWaivers(
  results: CaseResult[],
  waivers: Waiver[],
  dialect: DialectNames,
  today: string,
): AppliedWaiver[] {
  const isOfVersion = (waiver: Waiver) => waiver.dialect === dialect.name;
  return (
    waivers
      .filter((waiver) => waiver.dialect === undefined || isNameOfDialect(waiver.dialect, dialect))
      // The waiver of a version replaces the waiver of its family.
      .filter(
        (waiver, _, all) => isOfVersion(waiver) || !all.some((each) => each.case === waiver.case && isOfVersion(each)),
      )
      .map((waiver) => {
        const result = results.find((each) => each.case.id === waiver.case);
        if (!result) return { ...waiver, problem: 'it matches no case of this run' };
        if (waiver.expires < today) return { ...waiver, problem: `it expired on ${waiver.expires}` };
        if (result.outcome === 'passed')
          return { ...waiver, problem: 'the case passes: what it excused has been fixed' };
        if (result.outcome === 'failed') result.waiver = waiver;
        return waiver;
      })
  );
}
