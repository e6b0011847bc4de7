import { appendFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Report } from '../../conformance/index.ts';
import { fixturesFolder } from '../../conformance/cases/documents.ts';
import { githubAnnotations } from '../../conformance/reports/github.ts';
import { markdownSummary } from '../../conformance/reports/markdown.ts';
import type { Terminal } from './terminal.ts';

/** Prints the annotations of a run in GitHub Actions, and appends the summary of the step. */
export function reportToGithub(
  report: Report,
  { cases = fixturesFolder }: { cases?: string },
  { environment, print, printError }: Terminal,
): void {
  const fileOf = (caseId: string) => {
    const file = relative('', join(cases, `${caseId}.json`)).replaceAll('\\', '/');
    return file.startsWith('..') || isAbsolute(file) ? undefined : file;
  };
  for (const line of githubAnnotations(report, fileOf)) print(line);
  const summaryFile = environment['GITHUB_STEP_SUMMARY'];
  if (!summaryFile) return;
  try {
    appendFileSync(summaryFile, markdownSummary(report));
  } catch (error) {
    printError(`plenum: the summary of the step is missing: ${(error as Error).message}\n`);
  }
}
