import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchemaFile, firstSchemaError } from '../../src/client/json-schema.ts';
import { formatJson } from '../../src/client/format-text.ts';
import { exitCodes, writing } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';
import type { Capabilities } from '../discover/capabilities.ts';

/** How the visit to a town ended. */
export type Outcome =
  | 'read'
  | 'partly read'
  | 'not allowed'
  | 'redirected'
  | 'refused'
  | 'failing'
  | 'no response'
  | 'no GraphQL'
  | 'no Decidim';

/** The verdict of a client's documents or contract. */
export interface ClientVerdict {
  /** Documents, or the file of a contract. */
  name: string;
  isAccepted: boolean;
  text: string;
  /** What is refused or differs, bounded. */
  details: string[];
}

/** What a survey found out about one town on one day; `report.schema.json` describes every member. */
export interface TownReport {
  format: 'plenum-survey';
  formatVersion: 1;
  url: string;
  /** The day of the visit in UTC, such as `2026-11-23`. */
  day: string;
  startedAt: string;
  seconds: number;
  outcome: Outcome;
  /** The outcome in plain words. */
  sentence: string;
  requests: number;
  /** How long responses took; null without any. */
  milliseconds: { median: number; slowest: number } | null;
  capabilities: Capabilities | null;
  clients: ClientVerdict[];
}

const isTownReport = compileSchemaFile<TownReport>(new URL('report.schema.json', import.meta.url));

const reportFile = 'report.json';

/** Where the report of a town and day is. */
export const reportPath = (out: string, folder: string, day: string): string => join(out, folder, day, reportFile);

/** Writes a file so that it is never half there. */
export function writeWhole(file: string, text: string): void {
  writing(file, () => {
    mkdirSync(join(file, '..'), { recursive: true });
    const unfinished = `${file}.part`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  });
}

/** Writes the report of a town, and returns its path. */
export function writeReport(out: string, folder: string, report: TownReport): string {
  const file = reportPath(out, folder, report.day);
  writeWhole(file, `${formatJson(report, 2)}\n`);
  return file;
}

/** The reports of a folder, and why some of its files are none. */
export interface FoundReports {
  reports: TownReport[];
  warnings: string[];
}

/** Reads all reports of a folder. Files that cannot be used are named, and stay as they are. */
export function readReports(out: string): FoundReports {
  const found: FoundReports = { reports: [], warnings: [] };
  for (const town of foldersIn(out))
    for (const day of foldersIn(join(out, town))) {
      if (!/^\d{4}-\d\d-\d\d$/.test(day)) continue;
      const file = reportPath(out, town, day);
      if (!statSync(file, { throwIfNoEntry: false })) continue;
      const report = readReport(file);
      if (typeof report === 'string') found.warnings.push(report);
      else found.reports.push(report);
    }
  return found;
}

/** A report, or why the file is none. */
function readReport(file: string): TownReport | string {
  try {
    const value = readJson(file, exitCodes.usage);
    return isTownReport(value) ? value : `${file} is skipped: ${firstSchemaError(isTownReport, 'the report')}`;
  } catch (error) {
    return `${file} is skipped: ${(error as Error).message}`;
  }
}

function foldersIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
}

/** The reports of one town, the oldest first. */
export type History = TownReport[];

/** Orders reports by town. A report that is in both lists counts once. */
export function historiesOf(...lists: TownReport[][]): History[] {
  const towns = new Map<string, Map<string, TownReport>>();
  for (const report of lists.flat()) {
    const town = towns.get(report.url) ?? new Map<string, TownReport>();
    towns.set(report.url, town.set(report.startedAt, report));
  }
  const byStart = (a: TownReport, b: TownReport) => a.startedAt.localeCompare(b.startedAt);
  const histories = [...towns.values()].map((town) => [...town.values()].toSorted(byStart));
  return histories.toSorted(([a], [b]) => a!.url.localeCompare(b!.url));
}
