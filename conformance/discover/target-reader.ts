import { type Actor, signedInActors } from '../../src/client/actor.ts';
import type { SignedInActor } from '../../src/client/credentials.ts';
import { isJsonObject, textOf, valueAt } from '../../src/client/json-value.ts';
import { ask, idOf, objectsAt } from '../../src/client/query-target.ts';
import { NoResponseError, type Target, UnavailableError } from '../../src/client/target.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';

/** A user that a run acts as. */
export interface FoundUser {
  id: string;
  name: string;
  /** Undefined if nothing shows it. */
  isAdministrator: boolean | undefined;
}

/** A participatory process or an assembly, and those of its components that an actor may see. */
export interface FoundSpace {
  type: 'process' | 'assembly';
  id: string | undefined;
  slug: string;
  /** The types are those of the API, such as `Meetings`. */
  components: { id: string; type: string }[];
}

/** After so many requests without a response, the target is down. */
const maxUnansweredInARow = 2;

/** Reads what a target shows, each thing once. Sends no mutation. */
export class TargetReader {
  readonly target: Target;
  /** Who the actors are that can sign in, after `readUsers`. */
  users: Partial<Record<SignedInActor, FoundUser>> = {};
  /** How many requests had no response in time. */
  unanswered = 0;
  #unansweredInARow = 0;
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(target: Target) {
    this.target = target;
  }

  /**
   * The data of a query of the contract, in which null stands for what the actor may not see; undefined if there is no response in
   * time, which costs what it would have shown.
   */
  ask(selection: string, variables: Record<string, string> = {}, actor: Actor = 'anonymous'): Promise<unknown> {
    const key = JSON.stringify([actor, selection, variables]);
    const answer = this.#answers.get(key) ?? this.#ask(actor, selection, variables);
    this.#answers.set(key, answer);
    return answer;
  }

  async #ask(actor: Actor, selection: string, variables: Record<string, string>): Promise<unknown> {
    try {
      const data = await ask(this.target, actor, selection, variables);
      this.#unansweredInARow = 0;
      return data;
    } catch (error) {
      const isSlow = error instanceof NoResponseError && !(error instanceof UnavailableError);
      if (!isSlow || (this.#unansweredInARow += 1) > maxUnansweredInARow) throw error;
      this.unanswered += 1;
      return undefined;
    }
  }

  /** The processes and assemblies that an actor sees, processes first. The contract has no assemblies. */
  async spaces(actor: Actor): Promise<FoundSpace[]> {
    const read = async (type: FoundSpace['type'], field: string): Promise<FoundSpace[]> => {
      const data = await this.ask(`{ ${field} { id slug components { type: __typename id } } }`, {}, actor);
      return objectsAt(data, [field]).map((space) => ({
        type,
        id: idOf(space),
        slug: textOf(space['slug']),
        components: objectsAt(space, ['components']).flatMap((component) => {
          const id = idOf(component);
          return id === undefined ? [] : [{ id, type: textOf(component['type']) }];
        }),
      }));
    };
    const processes = await read('process', 'participatoryProcesses');
    if (this.target.dialect.family !== 'decidim') return processes;
    return [...processes, ...(await read('assembly', 'assemblies'))];
  }

  /** The type of a component as an actor sees it; undefined if the actor does not. */
  async componentType(id: string, actor: Actor = 'anonymous'): Promise<unknown> {
    return valueAt(await this.ask('{ component(id: $id) { type: __typename } }', { id }, actor), ['component', 'type']);
  }

  /** The locales in which texts of the organization, its taxonomies and components exist, with how many texts. */
  async textLocales(): Promise<Map<string, number>> {
    const names = 'name { translations { locale text } }';
    const data = await this.ask(
      `{ organization { ${names} taxonomies { ${names} } } participatoryProcesses { components { ${names} } } }`,
    );
    const counts = new Map<string, number>();
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (!isJsonObject(value)) return;
      const { locale, text } = value;
      if (typeof locale === 'string' && text) counts.set(locale, (counts.get(locale) ?? 0) + 1);
      Object.values(value).forEach(visit);
    };
    visit(data);
    return counts;
  }
}

const refuse = (problem: string): CommandError => new CommandError(problem, exitCodes.unreachable);

/**
 * Reads who the actors are that can sign in. Introspection, or what only some of them see, shows who is an administrator.
 *
 * @throws CommandError if the actors are not the users that they should be, as far as it shows.
 */
export async function readUsers(reader: TargetReader): Promise<void> {
  const { target } = reader;
  if (target.dialect.isAnonymous) return;
  const users: [SignedInActor, FoundUser][] = [];
  for (const actor of signedInActors.filter((each) => target.missingCredentials(each) === undefined)) {
    const data = await ask(target, actor, '{ session { user { id name } } }');
    const id = textOf(valueAt(data, ['session', 'user', 'id']));
    if (id === '') throw refuse(`the target does not accept ${target.credentialSource(actor)} of the actor ${actor}`);
    const name = valueAt(data, ['session', 'user', 'name']);
    users.push([actor, { id, name: typeof name === 'string' ? name : '', isAdministrator: undefined }]);
  }
  const administrators = await readAdministrators(
    reader,
    users.map(([actor]) => actor),
  );
  for (const [actor, user] of users) user.isAdministrator = administrators.get(actor);
  assertUsers(target, users);
  reader.users = Object.fromEntries(users);
}

/** Whose role nothing shows, in one sentence. */
export function uncheckedRoles({ users }: TargetReader): string[] {
  const unchecked = Object.entries(users).filter(([, { isAdministrator }]) => isAdministrator === undefined);
  if (unchecked.length === 0) return [];
  const names = new Intl.ListFormat('en-GB').format(unchecked.map(([actor]) => actor));
  return [
    `whether ${names} ${unchecked.length === 1 ? 'is an administrator' : 'are administrators'} could not be checked: neither introspection nor a hidden component shows it`,
  ];
}

function assertUsers(target: Target, users: [SignedInActor, FoundUser][]): void {
  for (const [actor, { id, name }] of users) {
    const expected = target.actorIds[actor];
    if (expected !== undefined && expected !== id)
      throw refuse(
        `the token for \`${actor}\` belongs to the user ${id} (${name}), and the target file names the user ${expected}`,
      );
  }
  const problems = users.flatMap(([actor, { isAdministrator }]) => {
    if (actor === 'admin' && isAdministrator === false)
      return ['the token for `admin` does not belong to an administrator'];
    return actor !== 'admin' && isAdministrator ? [`the token for \`${actor}\` belongs to an administrator`] : [];
  });
  if (problems.length > 0) throw refuse(problems.join('; '));
  if (new Set(users.map(([, { id }]) => id)).size < users.length)
    throw refuse('admin, member and other must be three different users of the target');
}

async function readAdministrators(reader: TargetReader, actors: Actor[]): Promise<Map<Actor, boolean>> {
  const canIntrospect = async (actor: Actor) => {
    const data = await reader.ask('{ __schema { queryType { name } } }', {}, actor);
    return valueAt(data, ['__schema', 'queryType', 'name']) !== undefined;
  };
  if (!(await canIntrospect('anonymous'))) {
    const found = new Map<Actor, boolean>();
    for (const actor of actors) found.set(actor, await canIntrospect(actor));
    // A server that lets nobody introspect shows nothing.
    if ([...found.values()].includes(true)) return found;
  }
  // Administrators see every component. An actor who misses one that another actor sees is therefore not an administrator.
  const seen = new Map<Actor, Set<string>>();
  for (const actor of actors) {
    const spaces = await reader.spaces(actor);
    seen.set(actor, new Set(spaces.flatMap(({ components }) => components.map(({ id }) => id))));
  }
  const everything = new Set([...seen.values()].flatMap((ids) => [...ids]));
  const seesAll = actors.filter((actor) => seen.get(actor)!.size === everything.size);
  const found = new Map(actors.filter((actor) => !seesAll.includes(actor)).map((actor) => [actor, false]));
  const [only, ...others] = seesAll;
  if (found.size > 0 && only && others.length === 0) found.set(only, true);
  return found;
}
