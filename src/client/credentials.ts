import { readFileSync } from 'node:fs';
import { CommandError, exitCodes } from '../errors.ts';
import { signedInActors } from './actor.ts';
import type { Secret } from './target.ts';
import type { ActorEntry, OAuthEntry, SecretSource } from './target-file.ts';

export type SignedInActor = (typeof signedInActors)[number];

export type Credential = { token: string } | { key: string; secret: string };

type ActorEntries = Partial<Record<SignedInActor, ActorEntry>>;

/** The credentials that a target uses if nothing names them: tokens, or keys and secrets, of the environment. */
export const actorsOfEnvironment = (environment: NodeJS.ProcessEnv, prefix = 'PLENUM'): ActorEntries =>
  Object.fromEntries(
    signedInActors.map((actor) => {
      const [token, key, secret] = ['TOKEN', 'KEY', 'SECRET'].map(
        (name) => `${prefix}_${actor.toUpperCase()}_${name}`,
      ) as [string, string, string];
      const hasKey = !environment[token] && (environment[key] || environment[secret]);
      return [actor, hasKey ? { key: { env: key }, secret: { env: secret } } : { token: { env: token } }];
    }),
  );

/** The credential of an actor, or the reason why there is none. */
export type FoundCredential = { credential: Credential } | { missing: string };

/**
 * Reads the credentials of each actor. A CommandError names every variable that is not set if no actor can sign in, unless a
 * target may be anonymous.
 */
export function readCredentials(
  actors: ActorEntries,
  environment: NodeJS.ProcessEnv,
  mayBeAnonymous = false,
): Record<SignedInActor, FoundCredential> {
  const unset: string[] = [];
  const found = signedInActors.map((actor): [SignedInActor, FoundCredential] => {
    const { token, key, secret } = actors[actor] ?? {};
    const sources = Object.entries({ token, key, secret }).filter(
      (entry): entry is [string, SecretSource] => entry[1] !== undefined,
    );
    if (sources.length === 0) return [actor, { missing: `the target file has no credentials for ${actor}` }];
    const missing = sources.flatMap(([, each]) => ('env' in each && !environment[each.env] ? [each.env] : []));
    unset.push(...missing);
    if (missing.length > 0) return [actor, { missing: areNotSet(missing) }];
    const values = sources.map(([name, each]) => [name, readSecret(each, environment)]);
    return [actor, { credential: Object.fromEntries(values) as Credential }];
  });
  if (!mayBeAnonymous && unset.length > 0 && found.every(([, each]) => 'missing' in each))
    throw new CommandError(`no actor can sign in: ${areNotSet(unset)}`, exitCodes.usage);
  return Object.fromEntries(found) as Record<SignedInActor, FoundCredential>;
}

const areNotSet = (variables: string[]): string => {
  const names = new Intl.ListFormat('en-GB').format(variables);
  return variables.length === 1
    ? `the environment variable ${names} is not set`
    : `the environment variables ${names} are not set`;
};

/** What cases send in which a person signs in with an application, or the reason why they cannot. */
export function readOAuth(
  entry: OAuthEntry | undefined,
  environment: NodeJS.ProcessEnv,
): { placeholders: Record<string, string>; secrets: Secret[] } | { missing: string } {
  if (!entry) return { missing: 'the target file has no oauth' };
  const { clientId, clientSecret, redirectUri, person } = entry;
  const sources = [clientSecret, person.password];
  const missing = sources.flatMap((each) => ('env' in each && !environment[each.env] ? [each.env] : []));
  if (missing.length > 0) return { missing: areNotSet(missing) };
  const [secret, password] = sources.map((each) => readSecret(each, environment)) as [string, string];
  return {
    placeholders: { clientId, clientSecret: secret, redirectUri, personEmail: person.email, personPassword: password },
    secrets: [
      { secret, name: sourceName(clientSecret) },
      { secret: password, name: sourceName(person.password) },
    ],
  };
}

const sourceName = (source: SecretSource): string => ('env' in source ? source.env : source.file);

function readSecret(source: SecretSource, environment: NodeJS.ProcessEnv): string {
  if ('env' in source) return environment[source.env]!;
  try {
    return readFileSync(source.file, 'utf8').trim();
  } catch {
    throw new CommandError(`the file ${source.file} of a secret cannot be read`, exitCodes.usage);
  }
}
