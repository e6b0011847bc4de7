import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { createRedactor } from '../../src/client/redactor.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { targetNames } from '../target-names.ts';
import type { TargetFile } from '../../src/client/target-file.ts';
import { assertGraphQL } from '../../src/client/query-target.ts';
import type { Names } from './candidates.ts';
import { actorsOf, describeUsers, missingOf } from './describe.ts';
import { recognizeDialect } from '../../src/client/guess-dialect.ts';
import { findHidden } from './restricted-components.ts';
import { findLocales } from './locales.ts';
import { findDecidimRecords, findRecords, findTaxonomies, findUnknownId } from './records.ts';
import { assertUsers, readUsers } from './roles.ts';
import { readSpaces } from './spaces.ts';

export interface DiscoverOptions {
  /** URL of a GraphQL endpoint. */
  url: string;
  /** Name of the dialect. Default: what the server's responses show. */
  dialect?: string;
  /** Contains the credentials of the actors. */
  environment: NodeJS.ProcessEnv;
  /** Time limit of a request. */
  timeoutMs: number;
  /** Minimum time between the starts of two requests. Default: 0. */
  requestIntervalMs?: number;
}

/** What a deployment shows of itself. */
export interface Discovery {
  file: TargetFile;
  /** What was found and what shows it. */
  found: string[];
  /** What was not found and what to do about it. */
  missing: string[];
  /** Every secret of the requests. */
  target: Target;
}

/**
 * Reads what cases may use of a deployment; sends no mutation.
 *
 * @throws CommandError if the server is unreachable or answers like no dialect, or if the actors are not who they should be.
 */
export async function discover(options: DiscoverOptions): Promise<Discovery> {
  const opened: Target[] = [];
  try {
    return await discoverTarget(options, opened);
  } catch (error) {
    if (!(error instanceof NoResponseError) && !(error instanceof CommandError)) throw error;
    // The message may quote the server.
    const message = createRedactor(() => opened.flatMap((each) => each.secrets()))(error.message);
    if (error instanceof CommandError) throw new CommandError(message, error.exitCode);
    throw new CommandError(`${options.url} is unreachable: ${message}`, exitCodes.unreachable);
  }
}

async function discoverTarget(
  { url, dialect, environment, timeoutMs, requestIntervalMs = 0 }: DiscoverOptions,
  opened: Target[],
): Promise<Discovery> {
  const open = (name: string) => {
    const target = createDeploymentTarget({ url }, suiteDialectByName(name), {
      environment,
      timeoutMs,
      requestIntervalMs,
      mayBeAnonymous: true,
    });
    opened.push(target);
    return target;
  };
  const unknown = open(dialect ?? 'specification');
  const root = await unknown.readRoot();
  await assertGraphQL(unknown);
  const { name, evidence: dialectEvidence } = await recognizeDialect(unknown, dialect);
  const target = open(name);
  const users = await readUsers(target);
  assertUsers(target, users);
  const byAnonymous = await readSpaces(target, 'anonymous');
  const [byAdmin, byMember] = [
    users.admin ? await readSpaces(target, 'admin') : [],
    users.member ? await readSpaces(target, 'member') : byAnonymous,
  ];
  const { locales, evidence } = await findLocales(target, root);
  const userIds = new Set(Object.values(users).flatMap((user) => user?.id ?? []));
  const records = await findRecords(target, byAnonymous, userIds);
  const names: Names = {
    ...records.names,
    ...(users.admin && (await findHidden(target, { byAdmin, byMember, byAnonymous }))),
    ...(await findDecidimRecords(target, byAnonymous, records.names)),
    ...(await findTaxonomies(target)),
  };
  const unknownId = await findUnknownId(target);
  if (unknownId !== undefined) names['unknownId'] = unknownId;
  const placeholders = Object.fromEntries(
    Object.keys(targetNames).flatMap((each) => (names[each] === undefined ? [] : [[each, names[each]]])),
  );
  const file: TargetFile = {
    url,
    dialect: name,
    ...(locales && { locales }),
    placeholders,
    mayChange: [],
    ...(Object.keys(users).length > 0 && { actors: actorsOf(users, environment) }),
  };
  const found = [
    `dialect ${name}${dialect === undefined ? '' : ', as you said'}: ${dialectEvidence.join('; ')}`,
    ...evidence,
    ...describeUsers(users),
    ...Object.entries(placeholders).map(([each, value]) => `${each} ${value}: ${targetNames[each]!.meaning}`),
    ...records.evidence,
  ];
  return { file, found, missing: missingOf(file, target, users), target };
}
