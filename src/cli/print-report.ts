import { appendFileSync } from 'node:fs';
import type { ExitOptions, Report } from '../../conformance/index.ts';
import { formatJson } from '../client/format-text.ts';
import { writeNewFiles } from './new-file.ts';
import type { Terminal } from './terminal.ts';

export interface PrintedReportOptions extends ExitOptions {
  /** The folder for the files of the report. */
  out?: string | undefined;
  /** The new file for the waivers of what failed. */
  writeWaivers?: string | undefined;
}

/** Prints a report, in GitHub Actions as annotations and the summary of the step too, and writes its files. Returns the exit code. */
export async function printReport(
  report: Report,
  { out, writeWaivers, ...accepted }: PrintedReportOptions,
  { print, printWorkflowCommand, printError, colors, environment }: Terminal,
): Promise<number> {
  const { terminalReport } = await import('../../conformance/reports/terminal.ts');
  const { exitCodeOf, waiversOf, writeReports } = await import('../../conformance/index.ts');
  print(terminalReport(report, { colors }));
  if (out !== undefined) for (const file of writeReports(out, report)) print(file);
  if (writeWaivers !== undefined) writeNewFiles([[writeWaivers, `${formatJson(waiversOf(report), 2)}\n`]]);
  if (environment['GITHUB_ACTIONS']) {
    const { githubAnnotations, markdownSummary } = await import('../../conformance/reports/markdown.ts');
    for (const line of githubAnnotations(report)) printWorkflowCommand(line);
    const summaryFile = environment['GITHUB_STEP_SUMMARY'];
    try {
      if (summaryFile) appendFileSync(summaryFile, markdownSummary(report));
    } catch (error) {
      printError(`plenum: the summary of the step is missing: ${(error as Error).message}\n`);
    }
  }
  return exitCodeOf(report, accepted);
}
