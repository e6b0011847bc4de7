import { CommandError, exitCodes } from '../../src/errors.ts';
import { compileSchemaFile, readValidatedJson } from '../../src/client/json-schema.ts';
import type { CaseEntry, ReportFile } from '../model/report-file.ts';
import type { BaselineComparison, CaseResult } from '../model/report.ts';

const isReport = compileSchemaFile<ReportFile>(new URL('../reports/report.schema.json', import.meta.url));

/** Reads the `report.json` of an earlier run. A CommandError names the invalid member, or another dialect. */
export function readBaseline(file: string, dialect: string): ReportFile {
  const report = readValidatedJson(file, isReport, 'the report');
  if (report.target.dialect === dialect) return report;
  const problem = `its run used the dialect ${report.target.dialect}, not ${dialect}`;
  throw new CommandError(`${file} cannot be the baseline: ${problem}`, exitCodes.usage);
}

const places = (differences: { step: string; path: string }[]): string[] =>
  differences.map(({ step, path }) => `${step} ${path}`);

/** Whether a case failed already, and differed wherever it differs now. Values are not compared: ids and times change. */
function isKnown({ exchanges }: CaseResult, earlier: CaseEntry | undefined): boolean {
  if (earlier?.outcome !== 'failed' && earlier?.outcome !== 'waived') return false;
  const now = exchanges.flatMap(({ step, differences }) => places(differences.map(({ path }) => ({ step, path }))));
  const before = new Set(places(earlier.differences));
  return now.length === 0 ? before.size === 0 : now.every((place) => before.has(place));
}

/** Marks the failed results that the baseline knows, and returns what changed. */
export function applyBaseline(results: CaseResult[], baseline: ReportFile): BaselineComparison {
  const earlier = new Map(baseline.cases.map((each) => [each.id, each]));
  for (const result of results)
    if (result.outcome === 'failed' && isKnown(result, earlier.get(result.case.id))) result.isKnown = true;
  const passed = results.filter(({ outcome }) => outcome === 'passed').map((result) => result.case.id);
  const fixed = passed.filter((id) => ['failed', 'waived'].includes(earlier.get(id)?.outcome ?? ''));
  return { runId: baseline.runId, startedAt: baseline.startedAt, fixed };
}
