import { CommandError, exitCodes } from '../src/errors.ts';
import { ask, assertGraphQL, objectsAt } from '../src/client/query-target.ts';
import { guessDialect } from '../src/client/guess-dialect.ts';
import { readTextLocales } from './discover/locales.ts';
import { assertUsers, readUsers } from './discover/roles.ts';
import { readProcesses } from './discover/spaces.ts';
import { signedInActors } from '../src/client/actor.ts';
import { NoResponseError, type Target } from '../src/client/target.ts';
import { targetNames } from './target-names.ts';
import { derivedNames } from '../src/client/target-file.ts';
import { findNameProblems } from './check-names.ts';

export interface PreflightOptions {
  /** The placeholders that the selected cases use. */
  names: ReadonlySet<string>;
}

/**
 * Checks before a run that a deployment answers as its dialect does, that the actors are who they should be, and that it has
 * what the selected cases use. Sends no mutation. Returns what the user must know.
 *
 * @throws CommandError if the target is unreachable or not what the target file says.
 */
export async function runPreflightChecks(target: Target, options: PreflightOptions): Promise<string[]> {
  try {
    await assertGraphQL(target);
    await assertDialect(target);
    const notices = [...missingCredentials(target), ...(await checkUsers(target)), ...nameNotices(target, options)];
    const problems = [...(await localeProblems(target, options)), ...(await findNameProblems(target, options.names))];
    if (problems.length === 0) return notices;
    throw new CommandError(`the target file is wrong: ${problems.join('; ')}`, exitCodes.usage);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    throw new CommandError(`${target.url} is unreachable: ${error.message}`, exitCodes.unreachable);
  }
}

async function assertDialect(target: Target): Promise<void> {
  const { name, fits, evidence } = await guessDialect(target, await target.readRoot());
  if (fits(target.dialect)) return;
  const seen = evidence.join('; ');
  if (name === undefined)
    throw new CommandError(`${target.url} does not answer like any dialect: ${seen}`, exitCodes.unreachable);
  throw new CommandError(
    `the dialect is ${target.dialect.name}, but the server answers like ${name}: ${seen}`,
    exitCodes.usage,
  );
}

/** The actors that cannot sign in, in one sentence. */
function missingCredentials(target: Target): string[] {
  const reasons = signedInActors.flatMap((actor) => target.missingCredentials(actor) ?? []);
  return reasons.length === 0 ? [] : [`${reasons.join('; ')}: cases of these actors could not run`];
}

/** What is suspicious about the names of a target. */
function nameNotices(target: Target, { names }: PreflightOptions): string[] {
  const given = Object.keys(target.placeholders);
  if (given.length === 0 && names.size > 0)
    return [
      `nothing is known of this deployment, so most cases could not run: plenum conform init --url ${target.url} --out target.json writes a target file`,
    ];
  const known = new Set([...Object.keys(targetNames), ...names, ...derivedNames]);
  const unused = given.filter((name) => !known.has(name));
  return unused.length === 0 ? [] : [`no case uses these names of the target: ${unused.join(', ')}`];
}

async function checkUsers(target: Target): Promise<string[]> {
  const users = await readUsers(target);
  assertUsers(target, users);
  const unchecked = signedInActors.filter((actor) => users[actor] && users[actor].isAdministrator === undefined);
  if (unchecked.length === 0) return [];
  const names = new Intl.ListFormat('en-GB').format(unchecked);
  return [
    `whether ${names} ${unchecked.length === 1 ? 'is an administrator' : 'are administrators'} could not be checked: neither introspection nor a hidden component shows it`,
  ];
}

async function localeProblems(target: Target, { names }: PreflightOptions): Promise<string[]> {
  const { locale, otherLocale } = target.placeholders;
  const needed = [names.has('locale') && locale, names.has('otherLocale') && otherLocale].filter(
    (each): each is string => typeof each === 'string',
  );
  if (needed.length === 0) return [];
  const inTexts = [...(await readTextLocales(target)).keys()];
  const unseen = needed.filter((each) => !inTexts.includes(each));
  if (unseen.length === 0 || inTexts.length === 0) return [];
  const sortedBy = await localesThatSort(target, [...unseen, ...inTexts.slice(0, 1)]);
  // If the API sorts by none of them, only the default locale is sure to have texts.
  const lacking = unseen.filter((each) => (sortedBy.length > 0 ? !sortedBy.includes(each) : each === locale));
  return lacking.map((each) => `the organization has no locale ${each}: it has ${inTexts.join(', ')}`);
}

/** The locales by which the API sorts names of components: it refuses those that the organization does not have. */
async function localesThatSort(target: Target, locales: string[]): Promise<string[]> {
  const space = (await readProcesses(target, 'anonymous')).find(({ components }) => components.length > 0);
  if (!space || target.dialect.family !== 'decidim') return [];
  const fields = locales.map(
    (locale, index) => `l${index}: components(order: { name: "asc", locale: ${JSON.stringify(locale)} }) { id }`,
  );
  const slug = JSON.stringify(space.slug);
  const data = await ask(target, 'anonymous', `{ participatoryProcess(slug: ${slug}) { ${fields.join(' ')} } }`);
  return locales.filter((_, index) => objectsAt(data, ['participatoryProcess', `l${index}`]).length > 0);
}
