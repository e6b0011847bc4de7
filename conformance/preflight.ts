import { CommandError, exitCodes } from '../src/errors.ts';
import { assertGraphQL } from '../src/client/query-target.ts';
import { guessDialect } from '../src/client/guess-dialect.ts';
import { TargetReader, readUsers, uncheckedRoles } from './discover/target-reader.ts';
import { signedInActors } from '../src/client/actor.ts';
import type { Target } from '../src/client/target.ts';
import { findNameProblems, targetNames } from './target-names.ts';
import { derivedNames } from '../src/client/target-file.ts';

/**
 * Checks before a run that a deployment answers as its dialect does, that the actors are who they should be, and that it has what the
 * selected cases use, which are placeholders with these names. Sends no mutation. Returns what the user must know.
 *
 * @throws CommandError if the target is not what the target file says.
 */
export async function runPreflightChecks(target: Target, names: ReadonlySet<string>): Promise<string[]> {
  await assertGraphQL(target);
  await assertDialect(target);
  const reader = new TargetReader(target);
  await readUsers(reader);
  const notices = [...missingCredentials(target), ...uncheckedRoles(reader), ...nameNotices(target, names)];
  const locales = await checkLocales(reader, names);
  const problems = [...locales.problems, ...(await findNameProblems(reader, names))];
  if (problems.length === 0) return [...notices, ...locales.notices];
  throw new CommandError(`the target file is wrong: ${problems.join('; ')}`, exitCodes.usage);
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
function nameNotices(target: Target, names: ReadonlySet<string>): string[] {
  const given = Object.keys(target.placeholders);
  if (given.length === 0 && names.size > 0)
    return [
      `nothing is known of this deployment, so most cases could not run: plenum conform init --url ${target.url} --out target.json writes a target file`,
    ];
  const known = new Set([...Object.keys(targetNames), ...names, ...derivedNames]);
  const unused = given.filter((name) => !known.has(name));
  return unused.length === 0 ? [] : [`no case uses these names of the target: ${unused.join(', ')}`];
}

/** A default locale without any text is wrong. Another one may be that of an organization which has not translated anything. */
async function checkLocales(
  reader: TargetReader,
  names: ReadonlySet<string>,
): Promise<{ problems: string[]; notices: string[] }> {
  const { locale, otherLocale } = reader.target.placeholders;
  const inTexts = [
    ...(names.has('locale') || names.has('otherLocale') ? await reader.textLocales() : new Map()).keys(),
  ];
  const unseen = (name: string, value: unknown): string[] =>
    names.has(name) && typeof value === 'string' && inTexts.length > 0 && !inTexts.includes(value)
      ? [`no text of the organization is in the locale ${value}: it has ${inTexts.join(', ')}`]
      : [];
  return { problems: unseen('locale', locale), notices: unseen('otherLocale', otherLocale) };
}
