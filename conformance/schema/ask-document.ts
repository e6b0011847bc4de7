import { isJsonObject, textOf, valueAt } from '../../src/client/json-value.ts';
import { type TargetResponse, describeResponse } from '../../src/client/http-message.ts';
import { preflightName } from '../../src/client/query-target.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { skipOperation } from '../documents/skipped-operation.ts';
import type { PoliteSender } from './polite-sender.ts';

/** A field that no schema has: the last one of each document, so that the document is invalid and its errors are complete. */
export const absentField = 'plenumCanary';
/** An enum value that no argument accepts. */
export const wrongValue = 'PLENUM_CANARY';

/** A validation error, as graphql-ruby sends it. */
export interface ValidationError {
  message: string;
  code: string;
  /** The places below the operation, such as `... on Meeting`, `comments` and `orderBy`. */
  path: string[];
  member(name: string): string;
}

/** What selections in types gave: the errors; that a type is unknown, of which the platform says no name; or not all errors. */
type Answer = ValidationError[] | 'unknown type' | 'cut';

/**
 * Sends selections of types in one document, without a token. The document asks for a field that no schema has, and every root field
 * is skipped, so that no server can execute it. Rejects with a CommandError if the server does not validate like Decidim.
 */
export async function askSelections(
  sender: PoliteSender,
  selections: readonly (readonly [typeName: string, selection: string])[],
  variables = '',
): Promise<Answer> {
  const parts = [...selections, ['Query', absentField] as const].map(([type, text]) => `... on ${type} { ${text} }`);
  const { text } = skipOperation(`query ${preflightName}${variables} { ${parts.join(' ')} }`);
  const response = await sender.send('anonymous', text);
  const errors = readErrors(response);
  if (errors.some(({ code }) => code === 'INTROSPECTION_DISABLED_ERROR' || code === 'undefinedType'))
    return 'unknown type';
  if (
    errors.some(
      (each) => each.code === 'undefinedField' && each.member('fieldName') === absentField && each.path.length === 2,
    )
  )
    return errors;
  if (errors.length > 10 || response.status >= 500) return 'cut';
  throw new CommandError(
    `${sender.target.url} does not validate documents like Decidim: ${describeResponse(response)}${errors[0] ? `, ${errors[0].message.slice(0, 200)}` : ''}`,
    exitCodes.unreachable,
  );
}

function readErrors({ json }: TargetResponse): ValidationError[] {
  const errors = valueAt(json, ['errors']);
  if (!Array.isArray(errors)) return [];
  return errors.filter(isJsonObject).map((error) => {
    const path = error['path'];
    const extensions = isJsonObject(error['extensions']) ? error['extensions'] : {};
    return {
      message: textOf(error['message']),
      code: textOf(extensions['code']),
      path: Array.isArray(path) ? path.slice(1).map(textOf) : [],
      member: (name) => textOf(valueAt(extensions, [name])),
    };
  });
}

/** The questions of one document: their errors must fit into the limit of a careful server. */
const maxQuestions = 80;

/**
 * Sends questions in one document, or in several if the server fails or does not send all errors. Returns the errors of each document with
 * its questions; undefined for a question that the server does not answer.
 */
export async function askGroup<T>(
  sender: PoliteSender,
  group: readonly T[],
  print: (group: readonly T[]) => [typeName: string, selection: string][],
): Promise<{ question: T; errors: ValidationError[] | undefined }[]> {
  const answer = await askSelections(sender, print(group));
  if (Array.isArray(answer)) return group.map((question) => ({ question, errors: answer }));
  if (answer !== 'cut' || group.length < 2) return group.map((question) => ({ question, errors: undefined }));
  const half = Math.ceil(group.length / 2);
  return [
    ...(await askGroup(sender, group.slice(0, half), print)),
    ...(await askGroup(sender, group.slice(half), print)),
  ];
}

/** Puts questions into groups of at most `maxQuestions`, none of which has two questions with the same key. */
export function groupQuestions<T>(
  questions: readonly T[],
  weigh: (question: T) => number,
  keyOf: (question: T) => string,
): T[][] {
  const groups: { members: T[]; weight: number; keys: Set<string> }[] = [];
  for (const question of questions) {
    const [weight, key] = [weigh(question), keyOf(question)];
    const group = groups.find((each) => !each.keys.has(key) && each.weight + weight <= maxQuestions);
    if (group) {
      group.members.push(question);
      group.weight += weight;
      group.keys.add(key);
    } else groups.push({ members: [question], weight, keys: new Set([key]) });
  }
  return groups.map(({ members }) => members);
}
