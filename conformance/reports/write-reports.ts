import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../model.ts';
import { writing } from '../../src/errors.ts';
import type { Secret } from '../../src/client/target.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownSummary } from './markdown.ts';
import { redactReport } from './redact.ts';

const renderers: Record<string, (report: Report) => string> = {
  'report.html': htmlReport,
  'report.json': jsonReport,
  'summary.md': markdownSummary,
  'junit.xml': junitReport,
};

/** Writes a report in every format, without secrets, and returns the paths; see `writeFiles`. */
export function writeReports(folder: string, report: Report, secrets: Secret[] = []): string[] {
  const redacted = redactReport(report, secrets);
  return writeFiles(
    folder,
    report,
    Object.entries(renderers).map(([name, render]) => [name, render(redacted)]),
  );
}

/**
 * Writes the files of a run, and returns their paths. If the folder is not empty, they are in a new folder inside it, whose name is
 * the time and the id of the run.
 */
export function writeFiles(
  folder: string,
  run: Pick<Report, 'startedAt' | 'runId'>,
  files: (readonly [name: string, text: string])[],
): string[] {
  const runFolder = folderOfRun(folder, run);
  writing(runFolder, () => mkdirSync(runFolder, { recursive: true }));
  return files.map(([name, text]) => {
    const path = join(runFolder, name);
    writing(path, () => writeFileSync(path, text, { flag: 'wx' }));
    return path;
  });
}

function folderOfRun(folder: string, { startedAt, runId }: Pick<Report, 'startedAt' | 'runId'>): string {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return folder;
  // Windows allows no colon in a name.
  return join(folder, `${startedAt.slice(0, 19).replaceAll(':', '-')}-${runId}`);
}
