import { CommandError, exitCodes } from '../../src/errors.ts';
import { objectsAt } from '../../src/client/query-target.ts';
import { isJsonObject, textOf } from '../../src/client/json-value.ts';
import { anonymize } from './anonymize.ts';
import { formatWorldProblem } from '../../src/records/validate.ts';
import { completeRecords, removeInvalid, filesOf } from './complete-records.ts';
import type { ImportContext } from './import-context.ts';
import { LimitError } from './limits.ts';
import { makeUpRecords } from './generated-records.ts';
import { addOrganization, localeOf } from './organization-record.ts';
import { readOrganization, readPagesAndBlockedUsers } from './read-organization.ts';
import { readSpaces } from './read-spaces.ts';
import { commentsOn, readOpenThreads } from './read-threads.ts';
import { addPeople, readUsers } from './read-users.ts';
import { Reader, UnreadableError } from './reader.ts';
import { field, select } from './selection.ts';
import { deriveSettings } from './settings.ts';
import { type SignInUser, addSignInUsers } from './sign-in-users.ts';
import { InterruptedError, OutageError, type Source } from './source.ts';
import { findTargetSchema } from './target-schema.ts';
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
  /** Where the schema comes from that tells what can be asked. */
  schemaOrigin: string;
  /** The fields of the API that the deployment does not have, by coordinate. */
  absentFields: string[];
  /** Why the import stopped before it had read everything; `problems` lists what is missing. */
  stop: LimitError | InterruptedError | OutageError | undefined;
}

/** What an import reads, in this order. */
const steps = {
  'the organization': readOrganization,
  'the spaces': readSpaces,
  'the comments that lists of records do not have': readOpenThreads,
  'the pages and the blocked users': readPagesAndBlockedUsers,
  'the profiles of people': readUsers,
};

/**
 * Reads what a deployment shows as the files of a valid world. If it stops before the end, the world has what was read.
 *
 * @throws CommandError if nothing can be read, or if it stops before it has read a space.
 */
export async function importWorld({ source, spaces, keepNames, onProgress }: ImportOptions): Promise<ImportedWorld> {
  const world = new WorldBuilder();
  const { url } = source.options.target;
  await assertGraphQL(source);
  const reader = new Reader(source, await findTargetSchema(source));
  const pending = new Set<string>();
  let completed = 0;
  const context: ImportContext = {
    reader,
    world,
    spaces,
    plan: (...names) => names.forEach((name) => pending.add(name)),
    finish: (name) => {
      pending.delete(name);
      completed += 1;
      onProgress?.(completed, completed + pending.size);
    },
  };
  context.plan(...Object.keys(steps));
  let stop: ImportedWorld['stop'];
  try {
    world.locale = (await readLocale(reader)) ?? world.locale;
    for (const [name, step] of Object.entries(steps)) {
      await step(context);
      context.finish(name);
    }
  } catch (error) {
    if (error instanceof UnreadableError)
      throw new CommandError(`${url} cannot be read: ${error.message}`, exitCodes.unreachable);
    if (!(error instanceof LimitError || error instanceof InterruptedError || error instanceof OutageError))
      throw error;
    if (!(error instanceof LimitError) && world.count('processes') + world.count('assemblies') === 0) throw error;
    stop = error;
    for (const reference of world.openThreads.keys()) context.plan(commentsOn(reference));
    reader.report(`the import stopped before it had read everything: ${error.message}`);
    for (const name of pending) reader.report(`not read, or only in part: ${name}`);
  }
  const report = reader.report.bind(reader);
  addPeople(world);
  makeUpRecords(world);
  deriveSettings(world);
  addOrganization(world, url).forEach(report);
  anonymize(world, keepNames);
  for (const user of world.all('users')) {
    user['name'] ??= `User ${user.id}`;
    user['nickname'] ??= `user_${user.id}`;
  }
  const signInUsers = addSignInUsers(world);
  completeRecords(world, report);
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
    schemaOrigin: reader.schema.origin,
    absentFields: reader.schema.absent,
    stop,
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
