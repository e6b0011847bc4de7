import { escapeLine } from '../../client/format-text.ts';
import { openDoor } from '../../client/door.ts';
import { isJsonObject } from '../../client/json-value.ts';
import type { Patience } from '../../client/patience.ts';
import { createRedactor } from '../../client/redactor.ts';
import { defaultDecidimDialect, suiteDialectByName } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { formatWorldProblem } from '../../records/validate.ts';
import { anonymize } from './anonymize.ts';
import { addDerivedRecords } from './derived-records.ts';
import { addOrganization, readOrganization } from './organization.ts';
import { type SignInUser, addPeople, addSignInUsers, readPagesAndBlockedUsers, readProfiles } from './people.ts';
import { Reader } from './reader.ts';
import { processGroup } from './readings.ts';
import { Source, type SourceOptions, StopError, findSchema } from './source.ts';
import { ComponentReader, type FoundComponent, type FoundSpace, findSpaces, readSpace } from './spaces.ts';
import { type RunSteps, readOpenThreads } from './threads.ts';
import { filesOf, makeValid } from './valid-records.ts';
import { WorldBuilder } from './world-builder.ts';

export interface ImportOptions extends Pick<SourceOptions, 'signal'>, Pick<Patience, 'onWait' | 'firstWaitMs'> {
  url: string;
  /** The variable with the token; anonymous if omitted. */
  tokenVariable?: string | undefined;
  environment: NodeJS.ProcessEnv;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs?: number | undefined;
  timeoutMs: number;
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
  /** What could not be read: by kind with counts, then a sentence each. */
  problems: string[];
  /** Where the schema comes from that tells what can be asked. */
  schemaOrigin: string;
  /** The dialect of the deployment, which serves a copy of it. */
  dialect: string;
  /** Why the import stopped before it had read everything; `problems` lists what is missing. */
  stop: StopError | undefined;
}

/**
 * Reads what a deployment shows as the files of a valid world. If it stops before the end, the world has what was read. Returns how many
 * requests were sent, and what was read and what was not as text, too.
 *
 * @throws CommandError if nothing can be read, or if it stops before it has read a space.
 */
export async function importWorld(options: ImportOptions) {
  const { url, tokenVariable, environment, requestIntervalMs, timeoutMs, signal, onWait, firstWaitMs } = options;
  if (tokenVariable !== undefined && !environment[tokenVariable])
    throw new CommandError(`--token-env ${tokenVariable}: the variable is not set`, exitCodes.usage);
  const target = openDoor(
    { url, actors: tokenVariable === undefined ? {} : { admin: { token: { env: tokenVariable } } } },
    suiteDialectByName(defaultDecidimDialect),
    {
      environment,
      timeoutMs,
      requestIntervalMs,
      signal,
      mayBeAnonymous: true,
      patience: { maxAttempts: 8, waitsForOutages: true, onWait, firstWaitMs },
    },
  );
  const actor = tokenVariable === undefined ? 'anonymous' : 'admin';
  const source = new Source({ target, actor, signal });
  const world = await readWorld(source, options);
  const report = createRedactor(() => target.secrets())(formatReport(options, world));
  return { world, sent: source.sent, report };
}

async function readWorld(source: Source, options: ImportOptions): Promise<ImportedWorld> {
  const { url, spaces, keepNames, onProgress } = options;
  const world = new WorldBuilder();
  const { status, json } = await source.send('query plenumImport {\n__typename\n}');
  if (!isJsonObject(json) || !('data' in json || 'errors' in json))
    throw new CommandError(`${url} is not a GraphQL API: status ${status}`, exitCodes.unreachable);
  const { schema, origin, dialect } = await findSchema(source);
  const reader = new Reader(source, schema);
  const pending = new Set<string>();
  let completed = 0;
  const runSteps: RunSteps = async (steps) => {
    for (const [name] of steps) pending.add(name);
    for (const [name, run] of steps) {
      await run();
      pending.delete(name);
      completed += 1;
      onProgress?.(completed, completed + pending.size);
    }
  };
  let stop: ImportedWorld['stop'];
  try {
    await readEverything(reader, world, spaces, runSteps);
  } catch (error) {
    if (!(error instanceof StopError) || world.all('processes').length + world.all('assemblies').length === 0)
      throw error;
    stop = error;
    for (const reference of world.openThreads) pending.add(`the comments on ${reference}`);
    reader.report(`the import stopped before it had read everything: ${error.message}`);
    for (const name of pending) reader.report(`not read, or only in part: ${name}`);
  }
  const apiUsers = addPeople(world);
  addDerivedRecords(world);
  for (const guess of addOrganization(world, url)) reader.report(guess);
  anonymize(world, keepNames);
  for (const user of world.all('users')) {
    user['name'] ??= `User ${user.id}`;
    user['nickname'] ??= `user_${user.id}`;
  }
  const signInUsers = addSignInUsers(world, apiUsers);
  const [left] = makeValid(world, Date.now(), reader);
  if (left)
    throw new CommandError(
      `no world can be made of what ${url} shows: ${formatWorldProblem(left)}`,
      exitCodes.unreachable,
    );
  const files = Object.entries(filesOf(world)).filter(([, records]) => records.length > 0);
  return {
    files: Object.fromEntries(files),
    signInUsers,
    problems: reader.problems,
    schemaOrigin: origin,
    dialect,
    stop,
  };
}

async function readEverything(reader: Reader, world: WorldBuilder, slugs: readonly string[], runSteps: RunSteps) {
  let spaces: FoundSpace[] = [];
  const components: FoundComponent[] = [];
  const componentReader = new ComponentReader(reader, world);
  const readSpaces = async (): Promise<void> => {
    await runSteps(
      spaces.map((space) => [
        `${space.reading.kind}/${space.id} (${space.slug})`,
        async () => void components.push(...(await readSpace(reader, world, space))),
      ]),
    );
    await runSteps(
      components.map((component) => [
        `component ${component.own.id} (${component.reading.kind})`,
        () => componentReader.read(component),
      ]),
    );
  };
  await runSteps([
    ['the list of the spaces', async () => void (spaces = await findSpaces(reader, world, slugs))],
    ['the organization', () => readOrganization(reader, world)],
    [
      'the groups of processes',
      async () => {
        const { kind, fields } = processGroup;
        const groups = await reader.readList(kind, 'participatoryProcessGroups', fields);
        for (const each of groups) processGroup.read(each, world);
      },
    ],
    ['the spaces', readSpaces],
    ['the comments that lists of records do not have', () => readOpenThreads(reader, world, runSteps)],
    ['the pages and the blocked users', () => readPagesAndBlockedUsers(reader, world)],
    ['the profiles of people', () => readProfiles(reader, world, slugs)],
  ]);
}

const section = (title: string, lines: string[]) => [
  '',
  `${title}:`,
  ...(lines.length > 0 ? lines : ['none']).map((line) => `  ${escapeLine(line)}`),
];

/** Describes an import as text: what was read, who can sign in, and what could not be read. */
function formatReport({ url, spaces, keepNames }: ImportOptions, world: ImportedWorld): string {
  const { files, signInUsers, problems, schemaOrigin } = world;
  const counts = Object.entries(files).map(([name, records]) => `${name.replace('.json', '')}: ${records.length}`);
  return [
    `Imported from ${url}`,
    `Spaces: ${spaces.join(', ') || 'all'}`,
    `Schema: ${schemaOrigin}`,
    `Names of people: ${keepNames ? 'as they are' : 'made up'}`,
    ...section('Records', counts),
    ...section(
      'Users who can sign in',
      signInUsers.map(({ role, id, token }) => `${role}: user ${id}, token ${token}`),
    ),
    ...section('Could not be read', problems),
    '',
  ].join('\n');
}
