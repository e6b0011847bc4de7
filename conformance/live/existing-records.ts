import type { GraphQLSchema } from 'graphql';
import { capturedNames, fillPlaceholders, parseTemplate, placeholdersIn } from '../../src/cases/placeholders.ts';
import type { Case, Step } from '../../src/cases/case.ts';
import { isJsonObject, parseJson } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import { findMutationCalls } from './mutation-calls.ts';

/** Why a case must not be sent to a deployment: it changes a record that existed before the run. Undefined if it may. */
export function reasonNotToChange(
  { steps }: Case,
  { schema, target }: { schema: GraphQLSchema; target: Target },
): string | undefined {
  const captured = capturedNames(steps);
  const records = steps.flatMap((step) => changedRecords(step, schema));
  const name = records
    .flatMap(({ id }) => placeholdersIn(id))
    .find((each) => !captured.has(each) && each !== 'unknownId' && !target.mayChange.has(each));
  if (name) return `it changes the target's ${name}: add "${name}" to mayChange if it may be changed`;
  const literal = records.find(({ field, id }) => /^\d+$/.test(id) && !mayChangeId(target, field, id));
  return literal && `it changes ${literal.field} ${literal.id}, which no name in mayChange stands for`;
}

const mayChangeId = ({ mayChange, placeholders }: Target, field: string, id: string): boolean =>
  [...mayChange].some((name) => name.toLowerCase().includes(field) && String(placeholders[name]) === id);

interface ChangedRecord {
  /** The field that takes the id, such as `proposal`. */
  field: string;
  /** The id, or a placeholder in braces. */
  id: string;
}

/** The records that a step changes if the server accepts it, without the components. */
function changedRecords(step: Step, schema: GraphQLSchema): ChangedRecord[] {
  const request = requestOf(step);
  const document = parseTemplate(request.query);
  if (!document) return [];
  // Each placeholder stands for itself, so that the ids of the calls are names.
  const names = new Map(placeholdersIn(request).map((name) => [name, `\${${name}}`]));
  const variables = fillPlaceholders(request.variables, names) as Record<string, unknown>;
  const records = findMutationCalls(schema, { document, variables }).flatMap(({ ids }) =>
    Object.entries(ids).map(([field, id]) => ({ field, id })),
  );
  return [...records, ...parentsIn(request.variables)].filter(({ field }) => field !== 'component');
}

function requestOf(step: Step): { query: string; variables: Record<string, unknown> } {
  if (!('http' in step)) return { query: step.query, variables: step.variables ?? {} };
  const body = parseJson(step.http.body ?? '');
  const { query, variables } = isJsonObject(body) ? body : {};
  return { query: typeof query === 'string' ? query : '', variables: isJsonObject(variables) ? variables : {} };
}

/** A new child changes the progress of its parent. */
function parentsIn(value: unknown): ChangedRecord[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    if (key !== 'parentId') return parentsIn(each);
    const [name] = placeholdersIn(each);
    return { field: 'result', id: name === undefined ? String(each) : `\${${name}}` };
  });
}
