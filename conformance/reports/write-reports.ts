import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Report } from '../model/report.ts';
import { ctrfReport } from './ctrf.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownSummary } from './markdown.ts';
import { redactReport } from './redact.ts';
import type { Secret } from '../model/target.ts';
import { terminalReport } from './terminal.ts';

const files: Record<string, (report: Report) => string> = {
  'report.html': htmlReport,
  'summary.md': markdownSummary,
  'summary.txt': (report) => terminalReport(report),
  'junit.xml': junitReport,
  'ctrf.json': ctrfReport,
};

/**
 * Writes every report, without the secrets, into a folder that is new or empty, and says their paths. A CommandError when the
 * folder holds something already.
 */
export function writeReports(folder: string, report: Report, secrets: Secret[] = []): string[] {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new CommandError(`the folder ${folder} is not empty`, exitCodes.usage);
  const clean = redactReport(report, secrets);
  return Object.entries(files).map(([name, write]) => {
    const path = join(folder, name);
    writeFileSync(path, write(clean), { flag: 'wx' });
    return path;
  });
}
