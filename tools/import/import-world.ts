import { setImmediate } from 'node:timers/promises';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { objectsAt } from '../../src/client/query-target.ts';
import { isJsonObject, textOf } from '../../src/client/json-value.ts';
import { anonymize } from './anonymize.ts';
import { formatWorldProblem } from '../../src/store/validate.ts';
import { completeRecords, removeInvalid, filesOf } from './complete-records.ts';
import type { ImportContext } from './import-context.ts';
import { LimitError } from './limits.ts';
import { makeUpRecords } from './generated-records.ts';
import { addOrganization, localeOf } from './organization-record.ts';
import { readOrganization, readPagesAndModerations } from './read-organization.ts';
import { readSpaces } from './read-spaces.ts';
import { readOpenThreads } from './read-threads.ts';
import { addPeople, readUsers } from './read-users.ts';
import { Reader, UnreadableError } from './reader.ts';
import { field, select } from './selection.ts';
import { deriveSettings } from './settings.ts';
import { type SignInUser, addSignInUsers } from './sign-in-users.ts';
import { InterruptedError, type Source } from './source.ts';
import { WorldBuilder } from './world-builder.ts';

export interface ImportOptions {
  source: Source;
  /** The slugs of the spaces to read; all if empty. */
  spaces: readonly string[];
  keepNames: boolean;
  /** Called when a step is finished, with the number of steps that are known. */
  onProgress?(completed: number, total: number): void;
}

/** What an import read. */
export interface ImportedWorld {
  files: Record<string, Record<string, unknown>[]>;
  signInUsers: SignInUser[];
  /** What could not be read, a sentence each. */
  problems: string[];
  /** The fields of the API that the deployment does not have, by coordinate. */
  absentFields: string[];
}

/** Reads what a deployment shows as the files of a valid world. */
export async function importWorld({ source, spaces, keepNames, onProgress }: ImportOptions): Promise<ImportedWorld> {
  const reader = new Reader(source);
  const world = new WorldBuilder();
  let [completed, total] = [0, 0];
  const context: ImportContext = {
    reader,
    world,
    spaces,
    plan: (steps) => void (total += steps),
    finish: () => onProgress?.((completed += 1), total),
  };
  await assertGraphQL(source);
  const { url } = source.options.target;
  try {
    await reader.introspect();
    world.locale = (await readLocale(reader)) ?? world.locale;
    const steps = [readOrganization, readSpaces, readOpenThreads, readPagesAndModerations, readUsers];
    context.plan(steps.length);
    for (const step of steps) {
      await step(context);
      context.finish();
    }
  } catch (error) {
    if (error instanceof LimitError)
      reader.report(`the import stopped before it had read everything: ${error.message}`);
    else if (!(error instanceof UnreadableError)) throw error;
    else throw new CommandError(`${url} cannot be read: ${error.message}`, exitCodes.unreachable);
  }
  const report = reader.report.bind(reader);
  const pause = async (): Promise<void> => {
    await setImmediate();
    if (source.options.signal.aborted) throw new InterruptedError();
  };
  addPeople(world);
  makeUpRecords(world, report);
  await pause();
  deriveSettings(world);
  addOrganization(world, url).forEach(report);
  await anonymize(world, keepNames, pause);
  for (const user of world.all('users')) {
    user['name'] ??= `User ${user.id}`;
    user['nickname'] ??= `user_${user.id}`;
  }
  const signInUsers = addSignInUsers(world);
  completeRecords(world, report);
  await pause();
  const [left] = removeInvalid(world, Date.now(), report);
  if (left)
    throw new CommandError(
      `no world can be made of what ${url} shows: ${formatWorldProblem(left)}`,
      exitCodes.unreachable,
    );
  const files = Object.entries(filesOf(world)).filter(([, records]) => records.length > 0);
  return {
    files: Object.fromEntries(files),
    signInUsers,
    problems: [...reader.problems],
    absentFields: reader.schema.absent,
  };
}

async function assertGraphQL(source: Source): Promise<void> {
  const { status, json } = await source.send('query plenumImport {\n__typename\n}');
  if (isJsonObject(json) && ('data' in json || 'errors' in json)) return;
  throw new CommandError(`${source.options.target.url} is not a GraphQL API: status ${status}`, exitCodes.unreachable);
}

/** The locale in the URLs of spaces. */
async function readLocale(reader: Reader): Promise<string | undefined> {
  const urlSelection = select('ParticipatoryProcess', 'url', field('components', select('ComponentInterface', 'url')));
  const { data } = await reader.readParts(urlSelection, (part) => field('participatoryProcesses', part));
  const urls = objectsAt(data, ['participatoryProcesses']).flatMap((process) => [
    process,
    ...objectsAt(process, ['components']),
  ]);
  return urls.map((each) => localeOf(textOf(each['url']))).find((locale) => locale !== undefined);
}
