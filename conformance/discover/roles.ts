import { CommandError, exitCodes } from '../../src/errors.ts';
import { type Actor, signedInActors } from '../../src/client/actor.ts';
import { valueAt } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import type { SignedInActor } from '../../src/client/credentials.ts';
import { ask } from '../../src/client/query-target.ts';
import { type FoundSpace, readSpaces } from './spaces.ts';

/** A user that a run acts as. */
export interface FoundUser {
  id: string;
  name: string;
  /** Undefined if nothing shows it. */
  isAdministrator: boolean | undefined;
}

/** Who the actors are that can sign in; null for an actor whose credentials are refused. */
export type FoundUsers = Partial<Record<SignedInActor, FoundUser | null>>;

/** Reads who the actors are. Introspection, or what only some of them see, shows who is an administrator. */
export async function readUsers(target: Target): Promise<FoundUsers> {
  if (target.dialect.isAnonymous) return {};
  const actors = signedInActors.filter((actor) => target.missingCredentials(actor) === undefined);
  const users: FoundUsers = {};
  for (const actor of actors) users[actor] = await readUser(target, actor);
  const accepted = actors.filter((actor) => users[actor]);
  const administrators = await readAdministrators(target, accepted);
  for (const actor of accepted) users[actor]!.isAdministrator = administrators.get(actor);
  return users;
}

async function readUser(target: Target, actor: Actor): Promise<FoundUser | null> {
  const data = await ask(target, actor, '{ session { user { id name } } }');
  const { id, name } = (valueAt(data, ['session', 'user']) ?? {}) as { id?: unknown; name?: unknown };
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return { id: String(id), name: typeof name === 'string' ? name : '', isAdministrator: undefined };
}

async function readAdministrators(target: Target, actors: Actor[]): Promise<Map<Actor, boolean>> {
  if (!(await canIntrospect(target, 'anonymous'))) {
    const found = new Map<Actor, boolean>();
    for (const actor of actors) found.set(actor, await canIntrospect(target, actor));
    // A server that lets nobody introspect shows nothing.
    if ([...found.values()].includes(true)) return found;
  }
  return administratorsByComponents(target, actors);
}

async function canIntrospect(target: Target, actor: Actor): Promise<boolean> {
  const data = await ask(target, actor, '{ __schema { queryType { name } } }');
  return valueAt(data, ['__schema', 'queryType', 'name']) !== undefined;
}

/** Administrators see every component. An actor who misses one that another actor sees is therefore not an administrator. */
async function administratorsByComponents(target: Target, actors: Actor[]): Promise<Map<Actor, boolean>> {
  const seen = new Map<Actor, Set<string>>();
  for (const actor of actors) seen.set(actor, componentIds(await readSpaces(target, actor)));
  const everything = new Set([...seen.values()].flatMap((ids) => [...ids]));
  const seesAll = actors.filter((actor) => seen.get(actor)!.size === everything.size);
  const found = new Map(actors.filter((actor) => !seesAll.includes(actor)).map((actor) => [actor, false]));
  const [only, ...others] = seesAll;
  if (found.size > 0 && only && others.length === 0) found.set(only, true);
  return found;
}

const componentIds = (spaces: FoundSpace[]): Set<string> =>
  new Set(spaces.flatMap(({ components }) => components.map(({ id }) => id)));

const refuse = (problem: string): CommandError => new CommandError(problem, exitCodes.unreachable);

/** Throws a CommandError if the actors are not the users that they should be, as far as it shows. */
export function assertUsers(target: Target, users: FoundUsers): void {
  const entries = Object.entries(users) as [SignedInActor, FoundUser | null][];
  for (const [actor, user] of entries) {
    if (user === null)
      throw refuse(`the target does not accept ${target.credentialSource(actor)} of the actor ${actor}`);
    const expected = target.actorIds[actor];
    if (expected !== undefined && expected !== user.id)
      throw refuse(
        `the token for \`${actor}\` belongs to the user ${user.id} (${user.name}), and the target file names the user ${expected}`,
      );
  }
  const problems = entries.flatMap(([actor, user]) => {
    const { isAdministrator } = user!;
    if (actor === 'admin' && isAdministrator === false)
      return ['the token for `admin` does not belong to an administrator'];
    return actor !== 'admin' && isAdministrator ? [`the token for \`${actor}\` belongs to an administrator`] : [];
  });
  if (problems.length > 0) throw refuse(problems.join('; '));
  if (new Set(entries.map(([, user]) => user!.id)).size < entries.length)
    throw refuse('admin, member and other must be three different users of the target');
}
