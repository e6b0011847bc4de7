import { basename, join } from 'node:path';
import { writeReports } from '../reports/write-reports.ts';
import type { Verification } from './verify.ts';

/** Writes the reports of verifications, a folder for each contract and target, and returns the paths. */
export function writeVerifications(folder: string, verifications: Verification[]): string[] {
  return verifications.flatMap(({ contract, target, report }) => {
    const host = URL.canParse(target) ? new URL(target).host : target;
    return writeReports(join(folder, `${basename(contract.file, '.json')}-${host.replaceAll(':', '-')}`), report);
  });
}
