import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { GraphQLErrorBody } from '../../client/invalid-attributes.ts';
import { isJsonObject, parseJson } from '../../client/json-value.ts';
import { selectedFields } from '../drafts/record-ids.ts';
import type { Answer, AnsweredError } from './interaction.ts';
import { mergeShapes, shapeOf } from './shape.ts';

/** A response to an operation. */
export interface AnsweredOperation {
  status: number;
  body: string;
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
}

/** What a response is by outcome and shape. */
export function readAnswer({ status, body, schema, document, operationName }: AnsweredOperation): Answer {
  const json = status === 200 || status === 400 ? parseJson(body) : undefined;
  if (!isJsonObject(json)) return { status };
  const errors = errorsIn(json);
  if (!Object.hasOwn(json, 'data')) return { refused: sortedSet(errors.map(codeOf)) };
  const fields = selectedFields(schema, document, operationName ?? undefined);
  const response = {
    types: new Map(fields.map(({ path, type }) => [path, type])),
    typeNames: new Set(fields.filter(({ node }) => node.name.value === '__typename').map(({ path }) => path)),
  };
  const data = shapeOf(json['data'], response);
  return errors.length === 0 ? { data } : { data, errors: answeredErrors(errors) };
}

/** The values without repetitions, sorted by their JSON. */
function sortedSet<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((each) => [JSON.stringify(each), each]));
  return [...byText.keys()].toSorted().map((text) => byText.get(text)!);
}

/** The errors of a GraphQL response. */
export function errorsIn(json: unknown): GraphQLErrorBody[] {
  const errors = isJsonObject(json) ? json['errors'] : undefined;
  return Array.isArray(errors) ? errors.filter(isJsonObject) : [];
}

const codeOf = ({ extensions }: GraphQLErrorBody): string | null => {
  const code = extensions?.['code'];
  return typeof code === 'string' ? code : null;
};

/** The code and path of each error, sorted; those that differ only in the index of a list are one. */
export function answeredErrors(errors: GraphQLErrorBody[]): AnsweredError[] {
  const all = errors.map((error) => ({
    code: codeOf(error),
    path: error.path?.map((each) => (typeof each === 'number' ? '*' : each)).join('.') ?? null,
  }));
  return sortedSet(all);
}

/** What distinguishes an answer from others to the same request. */
const outcomeOf = (answer: Answer): string =>
  JSON.stringify('data' in answer ? [answer.errors ?? [], answer.data === 'null'] : answer);

/** The answers of two runs to the same request; of the same outcome, their shapes are one. */
export function mergeAnswers(one: readonly Answer[], other: readonly Answer[]): Answer[] {
  const byOutcome = new Map<string, Answer>();
  for (const each of [...one, ...other]) {
    const outcome = outcomeOf(each);
    const before = byOutcome.get(outcome);
    byOutcome.set(
      outcome,
      before && 'data' in before && 'data' in each ? { ...each, data: mergeShapes(before.data, each.data) } : each,
    );
  }
  return [...byOutcome.keys()].toSorted().map((outcome) => byOutcome.get(outcome)!);
}
