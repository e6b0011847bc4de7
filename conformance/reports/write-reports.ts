import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Report } from '../verdict.ts';
import { ctrf } from './ctrf.ts';
import { page } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { type Secret, redact } from './redact.ts';
import { terminalReport } from './terminal.ts';

const files: Record<string, (report: Report) => string> = {
  'report.html': page,
  'summary.md': markdown,
  'summary.txt': (report) => terminalReport(report),
  'junit.xml': junit,
  'ctrf.json': ctrf,
};

/**
 * Writes every report, without the secrets, into a folder that is new or empty, and says their paths. A CommandError when the
 * folder holds something already.
 */
export function writeReports(folder: string, report: Report, secrets: Secret[] = []): string[] {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new CommandError(`the folder ${folder} is not empty`, exitCodes.usage);
  const clean = redact(report, secrets);
  return Object.entries(files).map(([name, write]) => {
    const path = join(folder, name);
    writeFileSync(path, write(clean), { flag: 'wx' });
    return path;
  });
}
