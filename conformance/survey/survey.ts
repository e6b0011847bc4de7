import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../documents/find-files.ts';
import { findOperations } from '../documents/find-operations.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { TownOptions } from './clients.ts';
import { surveyPage } from './page.ts';
import {
  type FoundReports,
  type History,
  type TownReport,
  historiesOf,
  readReports,
  reportPath,
  writeReport,
  writeWhole,
} from './report.ts';
import { surveyTown } from './survey-town.ts';
import type { Town } from './towns.ts';

export interface SurveyOptions extends TownOptions {
  towns: Town[];
  /** The folder of the reports. */
  out: string;
  /** Whether towns are asked that have a report of this day. */
  again: boolean;
  /** Called when a visit starts and when it ends. */
  onProgress(done: number, total: number, url: string): void;
}

/** What a survey found: what it wrote, and what earlier surveys wrote. */
export interface Survey {
  /** The latest report of each town of the list. */
  reports: TownReport[];
  /** Every town of the folder. */
  histories: History[];
  warnings: string[];
  /** How many towns were asked now. */
  asked: number;
  isInterrupted: boolean;
  page: string;
}

/** How many hosts are asked at a time. */
const maxHosts = 8;

/** Reads the documents of a client. Throws a CommandError if there is none. */
export async function readDocuments(paths: string[]): Promise<TownOptions['operations']> {
  if (paths.length === 0) return [];
  const { files, source } = await findFiles(paths, '.');
  const { operations } = await findOperations(files, '.');
  if (operations.length > 0) return operations;
  throw new CommandError(`--documents: there is no document in ${source}`, exitCodes.usage);
}

/**
 * Visits the towns that have no report of this day, writes their reports, and the page of all reports in the folder. After an abort, visits that are not
 * finished leave no report.
 */
export async function survey(options: SurveyOptions): Promise<Survey> {
  const { towns, out, again, signal, onProgress } = options;
  const today = new Date().toISOString().slice(0, 10);
  const before = readReports(out);
  const isDone = ({ folder, url }: Town): boolean =>
    statSync(reportPath(out, folder, today), { throwIfNoEntry: false }) !== undefined &&
    before.reports.some((each) => each.url === url && each.day === today);
  const queue = [...groupByHost(towns.filter((town) => again || !isDone(town)))];
  let done = towns.length - queue.flat().length;
  let asked = 0;
  const bugs: unknown[] = [];
  const visitHosts = async (): Promise<void> => {
    for (let host = queue.shift(); host; host = queue.shift())
      for (const town of host) {
        if (signal.aborted) return;
        try {
          onProgress(done, towns.length, town.url);
          writeReport(out, town.folder, await surveyTown(town, options));
          asked += 1;
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof CommandError) throw error;
          bugs.push(error);
        }
        onProgress((done += 1), towns.length, town.url);
      }
  };
  await Promise.all(Array.from({ length: maxHosts }, visitHosts));
  const after = readReports(out);
  const histories = historiesOf(before.reports, after.reports);
  const page = join(out, 'index.html');
  writeWhole(page, surveyPage(histories));
  if (bugs.length > 0) throw bugs[0];
  return {
    reports: latestOf(towns, histories),
    histories,
    warnings: warningsOf(before, after),
    asked,
    isInterrupted: signal.aborted,
    page,
  };
}

/** Towns of one host are visited one after the other, because its rate is theirs together. */
function groupByHost(towns: Town[]): Town[][] {
  const groups = new Map<string, Town[]>();
  for (const town of towns) {
    const { host } = new URL(town.url);
    groups.set(host, [...(groups.get(host) ?? []), town]);
  }
  return [...groups.values()];
}

const latestOf = (towns: Town[], histories: History[]): TownReport[] =>
  towns.flatMap(({ url }) => histories.find(([first]) => first!.url === url)?.at(-1) ?? []);

const warningsOf = (...found: FoundReports[]): string[] => [...new Set(found.flatMap(({ warnings }) => warnings))];
