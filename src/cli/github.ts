import { appendFileSync } from 'node:fs';
import type { Terminal } from './terminal.ts';

/** What GitHub Actions shows of a run. */
export interface GithubReport {
  annotations: string[];
  /** Markdown. */
  summary: string;
}

/** Prints the annotations of a run in GitHub Actions, and appends the summary of the step. */
export function reportToGithub(
  { annotations, summary }: GithubReport,
  { environment, print, printError }: Terminal,
): void {
  for (const line of annotations) print(line);
  const summaryFile = environment['GITHUB_STEP_SUMMARY'];
  if (!summaryFile) return;
  try {
    appendFileSync(summaryFile, summary);
  } catch (error) {
    printError(`plenum: the summary of the step is missing: ${(error as Error).message}\n`);
  }
}
