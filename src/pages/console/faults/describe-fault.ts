import type { Fault, FaultEffect } from '../../../control/faults/rule.ts';

/** What a fault does, for which requests, and how often, in a sentence. */
export function describeFault({ effect, match, times, after, probability, phase }: Fault): string {
  const { coordinate, operationName, user, variables } = match;
  const requests = [
    coordinate !== undefined && `the field ${coordinate}`,
    operationName !== undefined && `the operation ${operationName}`,
    user === null && 'anonymous requests',
    user !== undefined && user !== null && `the user ${user}`,
    variables !== undefined && `the variables ${JSON.stringify(variables)}`,
  ].filter(Boolean);
  return [
    `${describeEffect(effect)} for ${requests.join(' and ') || 'all requests'}`,
    after > 0 && `after ${after} ${after === 1 ? 'match' : 'matches'}`,
    times !== undefined && `at most ${times} ${times === 1 ? 'time' : 'times'}`,
    probability < 1 && `with a probability of ${probability}`,
    phase === 'after' && 'when the request has been executed',
  ]
    .filter(Boolean)
    .join(', ');
}

const describeEffect = (effect: FaultEffect): string =>
  [describeReplacement(effect), effect.delay && `Delay of ${effect.delay.ms} ms`].filter(Boolean).join(', ');

function describeReplacement(effect: FaultEffect): string | undefined {
  if (effect.graphqlError) {
    const { message, code } = effect.graphqlError;
    return `Error “${message}”${code === undefined ? '' : ` with the code ${code}`}`;
  }
  if (effect.nullField) return 'Null';
  if ('value' in effect) return `Value ${JSON.stringify(effect.value).slice(0, 60)}`;
  if (effect.hang) return 'No response';
  if (effect.reset) return 'Lost connection';
  if (effect.status === undefined) return undefined;
  return `Status ${effect.status}${effect.retryAfter === undefined ? '' : ` with Retry-After: ${effect.retryAfter}`}`;
}
