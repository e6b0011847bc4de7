import { type ExecutionResult, GraphQLError } from 'graphql';
import { type StepCounter, maxExecutionSteps, tookTooManySteps } from '../../execution/step-limit.ts';

/** The number of characters that a response may have. */
export const maxResponseCharacters = 10_000_000;

/** Returns the result of a request, or an error instead of a result that is incomplete or too long. */
export function limitResult(result: ExecutionResult, counter: StepCounter): ExecutionResult {
  if (tookTooManySteps(counter))
    return refuse(`The request exceeds the maximum of ${maxExecutionSteps} execution steps.`);
  return isTooLong(result)
    ? refuse(`The response exceeds the maximum of ${maxResponseCharacters} characters.`)
    : result;
}

const refuse = (message: string): ExecutionResult => ({ errors: [new GraphQLError(message)], data: null });

function isTooLong({ data, errors = [] }: ExecutionResult): boolean {
  let rest = maxResponseCharacters;
  /** Subtracts the length of a value's JSON, about. */
  const count = (value: unknown): void => {
    rest -= 4;
    if (typeof value === 'string') rest -= lengthOf(value);
    if (typeof value !== 'object' || value === null || rest < 0) return;
    if (Array.isArray(value)) value.forEach(count);
    else
      for (const name in value) {
        rest -= name.length;
        count((value as Record<string, unknown>)[name]);
      }
  };
  count(data);
  for (const { message, locations, path, extensions } of errors) count([message, locations, path, extensions]);
  return rest < 0;
}

// An escaped character is up to six characters long in JSON.
const lengthOf = (text: string): number => (text.length < 1000 ? text.length : JSON.stringify(text).length);
