import type { FaultEffect } from '../../../control/faults/rule.ts';
import type { Match } from '../../../control/matching.ts';
import type { Rule } from './disabled-faults.ts';

/** What a fault does, in a few words. */
export function describeEffect(effect: FaultEffect): string {
  const { delay } = effect;
  return [describeReplacement(effect), delay && `Delay of ${delay.ms} ms`].filter(Boolean).join(', ');
}

function describeReplacement(effect: FaultEffect): string | undefined {
  if (effect.graphqlError) {
    const { message, code } = effect.graphqlError;
    return `Error “${message}”${code === undefined ? '' : ` with the code ${code}`}`;
  }
  if (effect.nullField) return 'Null';
  if ('value' in effect) return describeValue(effect.value);
  if (effect.hang) return 'No response';
  if (effect.reset) return 'Lost connection';
  if (effect.status === undefined) return undefined;
  return `Status ${effect.status}${effect.retryAfter === undefined ? '' : ` with Retry-After: ${effect.retryAfter}`}`;
}

function describeValue(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === '[]') return 'Empty list';
  return `Value ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

/** Which requests a fault is for, in a few words. */
export function describeMatch({ coordinate, operationName, user, variables }: Match): string {
  const parts = [
    coordinate !== undefined && `the field ${coordinate}`,
    operationName !== undefined && `the operation ${operationName}`,
    user === null && 'anonymous requests',
    user !== undefined && user !== null && `the user ${user}`,
    variables !== undefined && `the variables ${JSON.stringify(variables)}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : 'all requests';
}

/** How often and when a fault applies, as far as it is not always. */
export const describeLimits = ({ times, after, probability, phase }: Rule): string[] =>
  [
    after > 0 && `after ${after} ${after === 1 ? 'match' : 'matches'}`,
    times !== undefined && `at most ${times} ${times === 1 ? 'time' : 'times'}`,
    probability < 1 && `with a probability of ${probability}`,
    phase === 'after' && 'when the request has been executed',
  ].filter((each) => each !== false);
