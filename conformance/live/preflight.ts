import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Actor } from '../model/case.ts';
import { NoResponseError, type Target } from '../model/target.ts';
import { graphqlRequest } from '../model/exchange.ts';

/** The names of components, with the kinds that they must be of. */
const kinds: Record<string, string> = {
  proposals: 'Proposals',
  proposalsOff: 'Proposals',
  proposalsHidden: 'Proposals',
  meetings: 'Meetings',
  meetingsOff: 'Meetings',
  accountability: 'Accountability',
  page: 'Pages',
  budgets: 'Budgets',
};

const actors: Actor[] = ['admin', 'member', 'other'];

/**
 * Looks at a deployment before the run: whether it answers, knows the actors, and has the components that cases use. A
 * CommandError when it cannot be reached or refuses an actor; what else is missing is said, a line each, and is taken from the
 * target's names, so that the cases which need it could not run.
 */
export async function runPreflightChecks(target: Target): Promise<string[]> {
  try {
    await checkActors(target);
    return await checkComponents(target);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    throw new CommandError(`${target.url} cannot be reached: ${error.message}`, exitCodes.unreachable);
  }
}

async function checkActors(target: Target): Promise<void> {
  const users = new Map<Actor, string>();
  for (const actor of ['anonymous' as const, ...actors]) {
    const headers = await target.authorizationHeaders(actor);
    const answer = await target.send(graphqlRequest('{ session { user { id } } }', {}, headers));
    const { data } = (answer.json ?? {}) as { data?: { session?: { user?: { id: string } | null } | null } };
    if (data === undefined || data === null) {
      throw new CommandError(`${target.url} does not answer GraphQL: status ${answer.status}`, exitCodes.unreachable);
    }
    const user = data.session?.user?.id;
    if (actor === 'anonymous') continue;
    if (user === undefined) {
      throw new CommandError(
        `the target does not know the actor ${actor} by ${target.credentialSource(actor)}`,
        exitCodes.unreachable,
      );
    }
    users.set(actor, user);
  }
  const [admin, member, other] = actors.map((actor) => users.get(actor));
  if (admin === member || member === other || admin === other) {
    throw new CommandError('admin, member and other must be three users of the target', exitCodes.usage);
  }
}

async function checkComponents(target: Target): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const id = target.placeholders[name];
    if (id === undefined) continue;
    const answer = await target.send(
      graphqlRequest('query($id: ID!) { component(id: $id) { kind: __typename } }', { id }, {}),
    );
    const { data } = (answer.json ?? {}) as { data?: { component?: { kind: string } | null } };
    const found = data?.component?.kind;
    if (found === kind) continue;
    missing.push(`${name}: component ${String(id)} is ${found ?? 'not there'}, and must be of kind ${kind}`);
    delete target.placeholders[name];
  }
  return missing;
}
