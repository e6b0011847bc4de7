import { schemaOf } from '../../src/client/dialect-schema.ts';
import { signedInActors } from '../../src/client/actor.ts';
import { actorsOfEnvironment } from '../../src/client/credentials.ts';
import type { DeploymentOptions } from '../../src/client/deployment.ts';
import { openDoor } from '../../src/client/door.ts';
import { recognizeDialect } from '../../src/client/guess-dialect.ts';
import { textOf } from '../../src/client/json-value.ts';
import { assertGraphQL, objectsAt } from '../../src/client/query-target.ts';
import type { TargetFile } from '../../src/client/target-file.ts';
import { type Target, withCommandErrors } from '../../src/client/target.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { hasCoordinate } from '../../src/graphql/schema.ts';
import { findName, targetNames } from '../target-names.ts';
import { TargetReader, readUsers, uncheckedRoles } from './target-reader.ts';

export interface DiscoverOptions extends Omit<DeploymentOptions, 'mayBeAnonymous'> {
  /** URL of a GraphQL endpoint. */
  url: string;
  /** Name of the dialect. Default: what the server's responses show. */
  dialect?: string | undefined;
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
  const { url, dialect, environment, timeoutMs, requestIntervalMs, patience, signal } = options;
  const open = (name: string) => {
    const target = openDoor({ url }, suiteDialectByName(name), {
      environment,
      timeoutMs,
      requestIntervalMs,
      patience,
      mayBeAnonymous: true,
      signal,
    });
    opened.push(target);
    return target;
  };
  const secrets = () => opened.flatMap((each) => each.secrets());
  return withCommandErrors({ url, secrets, signal }, async () => {
    const unknown = open(dialect ?? 'specification');
    await unknown.readRoot();
    await assertGraphQL(unknown);
    const recognized = await recognizeDialect(unknown, dialect);
    const evidence = `dialect ${recognized.name}${dialect === undefined ? '' : ', as you said'}: ${recognized.evidence.join('; ')}`;
    return describeTarget(open(recognized.name), evidence, environment);
  });
}

async function describeTarget(target: Target, evidence: string, environment: NodeJS.ProcessEnv): Promise<Discovery> {
  const reader = new TargetReader(target);
  await readUsers(reader);
  const { locales, shown } = await findLocales(reader);
  const placeholders: Record<string, string | number> = {};
  for (const name of Object.keys(targetNames)) {
    const value = await findName(reader, name);
    if (value !== undefined) placeholders[name] = value;
  }
  const { users } = reader;
  const actors = Object.entries(actorsOfEnvironment(environment)).map(([actor, source]) => {
    const user = users[actor as keyof typeof users];
    if (!user) return [actor, source];
    const { id, name, isAdministrator } = user;
    return [actor, { ...source, id, name, ...(isAdministrator !== undefined && { administrator: isAdministrator }) }];
  });
  const file: TargetFile = {
    url: target.url,
    dialect: target.dialect.name,
    ...(locales && { locales }),
    placeholders,
    mayChange: [],
    ...(Object.keys(users).length > 0 && { actors: Object.fromEntries(actors) as TargetFile['actors'] }),
  };
  const roles = { true: ': an administrator', false: ': no administrator', undefined: '' };
  const found = [
    evidence,
    ...shown,
    ...Object.entries(users).map(
      ([actor, { id, name, isAdministrator }]) => `${actor} is the user ${id} (${name})${roles[`${isAdministrator}`]}`,
    ),
    ...Object.entries(placeholders).map(([name, value]) => {
      const { meaning, isTried } = targetNames[name]!;
      return `${name} ${value}: ${meaning}${isTried ? ', which no query shows: a run in mode write tries it' : ''}`;
    }),
  ];
  return { file, found, missing: missingOf(file, reader), target };
}

/** The locale with which the URLs of components begin; undefined if they have none, as before 0.32. */
async function localeInUrls(reader: TargetReader): Promise<string | undefined> {
  if (!hasCoordinate(schemaOf(reader.target.dialect), 'ComponentInterface.url')) return undefined;
  const data = await reader.ask('{ participatoryProcesses { components { url } } }');
  const [component] = objectsAt(data, ['participatoryProcesses']).flatMap((each) => objectsAt(each, ['components']));
  return /^https?:\/\/[^/]+\/([\w-]+)\//.exec(textOf(component?.['url']))?.[1];
}

/**
 * The locales in which texts exist. The default of the organization is the one to which the root of the site leads, with which URLs begin,
 * or which most texts have.
 */
async function findLocales(reader: TargetReader): Promise<{ locales?: TargetFile['locales']; shown: string[] }> {
  const texts = await reader.textLocales();
  const { location = '' } = (await reader.target.readRoot()) ?? {};
  const [, redirected = ''] = /^(?:https?:\/\/[^/]+)?\/([\w-]+)\/?$/.exec(location) ?? [];
  const [first, second] = [...texts.keys()].toSorted((a, b) => texts.get(b)! - texts.get(a)!);
  const inUrls = texts.has(redirected) ? undefined : await localeInUrls(reader);
  const isGuess = second !== undefined && texts.get(first!) === texts.get(second);
  const candidates = [
    { locale: redirected, evidence: `GET / leads to /${redirected}/` },
    { locale: inUrls, evidence: `URLs begin with /${inUrls}/` },
    { locale: first, evidence: isGuess ? 'a guess: as many texts are in the others' : 'most texts are in it' },
  ];
  const { locale, evidence } = candidates.find((each) => each.locale !== undefined && texts.has(each.locale)) ?? {};
  if (locale === undefined) return { shown: [] };
  const others = [...texts.keys()].filter((each) => each !== locale);
  return {
    locales: { default: locale, ...(others.length > 0 && { others }) },
    shown: [`default locale ${locale}: ${evidence}`, `other locales with texts: ${others.join(', ') || 'none'}`],
  };
}

/** What was not found, with what to do about it. */
function missingOf({ locales, placeholders = {} }: TargetFile, reader: TargetReader): string[] {
  const credentials = signedInActors.flatMap((actor) => {
    const reason = reader.target.missingCredentials(actor);
    return reason === undefined ? [] : [`${actor}: ${reason}; its cases could not run`];
  });
  const mayChange = {
    proposal:
      'mayChange: add "proposal" and "proposalWithCosts" if a run may answer that proposal; it restores the previous answer',
    meetings: 'mayChange: add "meetings" if meetings that the API cannot withdraw, such as closed ones, may stay there',
  };
  return [
    ...credentials,
    ...uncheckedRoles(reader),
    ...(reader.unanswered > 0
      ? [`${reader.unanswered} requests had no response in time: what they would have shown is not found`]
      : []),
    ...(locales ? [] : ['locales: no text has a translation; add the locales of the organization']),
    ...(locales && !locales.others
      ? ['locales.others: texts exist in one locale; add others if the organization has them']
      : []),
    'timeZone: add that of the organization, or cases compare instants without their offset',
    ...Object.entries(targetNames).flatMap(
      ([name, { meaning, advice = 'add its value if there is one', isOptional }]) =>
        placeholders[name] === undefined && !isOptional
          ? [`${name} (${meaning}): ${typeof advice === 'string' ? advice : advice(reader)}`]
          : [],
    ),
    ...Object.entries(mayChange).flatMap(([name, advice]) => (placeholders[name] === undefined ? [] : [advice])),
  ];
}
