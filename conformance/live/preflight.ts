import { CommandError, exitCodes } from '../../src/errors.ts';
import { type Actor, signedInActors } from '../model/case.ts';
import { describeResponse, graphqlRequest } from '../model/exchange.ts';
import { isJsonObject, valueAt } from '../model/json-value.ts';
import { NoResponseError, type Target } from '../model/target.ts';
import { formatValue, truncate } from '../reports/format-text.ts';

/** The types that the components of placeholders must have. */
const componentTypes: Record<string, string> = {
  proposals: 'Proposals',
  proposalsOff: 'Proposals',
  proposalsHidden: 'Proposals',
  meetings: 'Meetings',
  meetingsOff: 'Meetings',
  accountability: 'Accountability',
  page: 'Pages',
  budgets: 'Budgets',
};

/**
 * Checks before a run that a deployment responds, accepts the credentials of the actors, and has the components that cases
 * need. Returns a sentence for each missing component and deletes its placeholder from the target, so that the cases that
 * need it cannot run.
 *
 * @throws CommandError if the target is unreachable or does not accept an actor.
 */
export async function runPreflightChecks(target: Target): Promise<string[]> {
  try {
    await checkActors(target);
    return await removeMissingComponents(target);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    throw new CommandError(`${target.url} is unreachable: ${error.message}`, exitCodes.unreachable);
  }
}

async function checkActors(target: Target): Promise<void> {
  await readUserId(target, 'anonymous');
  const userIds = new Set<string>();
  for (const actor of signedInActors) {
    const id = await readUserId(target, actor);
    if (id === undefined)
      throw new CommandError(
        `the target does not accept ${target.credentialSource(actor)} of the actor ${actor}`,
        exitCodes.unreachable,
      );
    userIds.add(id);
  }
  if (userIds.size < signedInActors.length)
    throw new CommandError('admin, member and other must be three different users of the target', exitCodes.usage);
}

async function readUserId(target: Target, actor: Actor): Promise<string | undefined> {
  const headers = await target.authorizationHeaders(actor);
  const response = await target.send(graphqlRequest('{ session { user { id } } }', {}, headers));
  if (!isJsonObject(valueAt(response.json, ['data'])))
    throw new CommandError(`${target.url} is not a GraphQL API: ${describeResponse(response)}`, exitCodes.unreachable);
  const id = valueAt(response.json, ['data', 'session', 'user', 'id']);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

async function removeMissingComponents(target: Target): Promise<string[]> {
  const notices: string[] = [];
  for (const [placeholder, type] of Object.entries(componentTypes)) {
    const id = target.placeholders[placeholder];
    if (id === undefined) continue;
    const query = 'query($id: ID!) { component(id: $id) { type: __typename } }';
    const { json } = await target.send(graphqlRequest(query, { id }, {}));
    const actualType = valueAt(json, ['data', 'component', 'type']);
    if (actualType === type) continue;
    const problem =
      actualType === undefined
        ? 'does not exist'
        : `is of type ${typeof actualType === 'string' ? truncate(actualType, 100) : formatValue(actualType, 100)}, not ${type}`;
    notices.push(`${placeholder}: component ${String(id)} ${problem}; the cases that need it cannot run`);
    delete target.placeholders[placeholder];
  }
  return notices;
}
