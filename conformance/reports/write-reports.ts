import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Report } from '../model/report.ts';
import type { Secret } from '../model/target.ts';
import { ctrfReport } from './ctrf.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownSummary } from './markdown.ts';
import { redactReport } from './redact.ts';

const renderers: Record<string, (report: Report) => string> = {
  'report.html': htmlReport,
  'summary.md': markdownSummary,
  'junit.xml': junitReport,
  'ctrf.json': ctrfReport,
};

/**
 * Writes a report in every format to a folder, without secrets, and returns the paths. A CommandError if the folder is not
 * empty.
 */
export function writeReports(folder: string, report: Report, secrets: Secret[] = []): string[] {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new CommandError(`the folder ${folder} is not empty`, exitCodes.usage);
  const redacted = redactReport(report, secrets);
  return Object.entries(renderers).map(([name, render]) => {
    const path = join(folder, name);
    writeFileSync(path, render(redacted), { flag: 'wx' });
    return path;
  });
}
