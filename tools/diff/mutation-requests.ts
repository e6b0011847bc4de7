import { type GraphQLSchema, isObjectType, parse, print } from 'graphql';
import { withMutationsSkipped } from '../../conformance/runner/modes.ts';
import type { CreatedMeeting } from './created-meetings.ts';
import type { DiffRequest } from './exchange.ts';
import type { GeneratedMutation } from './generated-mutations.ts';
import { printGraphQLLiteral } from './graphql-literals.ts';
import { collectLeafFields } from './leaf-fields.ts';
import type { MutationOperation } from './mutation-operations.ts';
import { omitted } from './pools/pool.ts';
import { type SelectionPath, printSelectionSet, responseKeys } from './selection-set.ts';

/** Fields that fail for some records and make their parent null. */
const failingFields = /^(Meeting\.onlineMeetingUrl|Coordinates\.\w+)$/;
const excludedFields = /^(Author|User)\.avatarUrl$|^TraceVersion\./;

/** The schema coordinate of an operation, such as `MeetingMutation.update`. */
export const mutationCoordinate = ({ parentType, recordField, field }: MutationOperation): string =>
  `${recordField ? `${recordField[0]!.toUpperCase()}${recordField.slice(1)}Mutation` : parentType}.${field}`;

/** Whether a schema has an operation. */
export function hasMutation(schema: GraphQLSchema, operation: MutationOperation): boolean {
  const [typeName, fieldName] = mutationCoordinate(operation).split('.') as [string, string];
  const type = schema.getType(typeName);
  return isObjectType(type) && fieldName in type.getFields();
}

export interface MutationContext {
  schema: GraphQLSchema;
  /** The last created meeting, or a meeting of the demo world. */
  lastCreated: CreatedMeeting;
  /** Whether `@skip(if: true)` prevents the write, so that the request is only validated. */
  validateOnly: boolean;
}

const argumentTypes = ({ input, recordField }: MutationOperation): Record<string, string> => ({
  componentId: 'ID!',
  ...(recordField ? { id: 'ID!' } : {}),
  input: `${input}!`,
});

/** Builds the request of a generated mutation. */
export function buildMutationRequest(
  mutation: GeneratedMutation,
  { schema, lastCreated, validateOnly }: MutationContext,
): DiffRequest {
  const { operation, componentId, input, inlineInput } = mutation;
  const { recordField, parentType, field } = operation;
  const isOfCreated = mutation.recordId === 'created';
  const values: Record<string, unknown> = {
    componentId,
    id: isOfCreated ? lastCreated.id : mutation.recordId,
    input,
  };
  const path = [
    'component(id: $componentId)',
    `... on ${parentType}`,
    ...(recordField ? [`${recordField}(id: $id)`] : []),
    `${field}(input: ${inlineInput ? printGraphQLLiteral(input) : '$input'})`,
  ];
  const selection = validateOnly ? [['id']] : selectReturnedFields(schema, mutation);
  const variables = Object.entries(argumentTypes(operation)).filter(([name]) => !(inlineInput && name === 'input'));
  const query = `mutation(${variables.map(([name, type]) => `$${name}: ${type}`).join(', ')}) ${printSelectionSet(
    selection.map((below) => [...path, ...below]),
  )}`;
  return {
    subject: mutationCoordinate(operation),
    parentCoordinate: mutationCoordinate(operation),
    actor: isOfCreated && mutation.scenario !== 'access' ? lastCreated.actor : mutation.actor,
    locale: nonEnglishLocale(mutation),
    query: validateOnly ? print(withMutationsSkipped(parse(query))) : query,
    variables: Object.fromEntries(
      variables.map(([name]) => [name, values[name]]).filter(([, value]) => value !== omitted && value !== undefined),
    ) as Record<string, unknown>,
    responsePath: responseKeys(path),
  };
}

/** The locale of an input, if it is not English. */
function nonEnglishLocale({ input }: GeneratedMutation): string | undefined {
  const { locale } = (input ?? {}) as { locale?: unknown };
  return typeof locale === 'string' && locale !== 'en' ? locale : undefined;
}

const selectReturnedFields = (
  schema: GraphQLSchema,
  { operation, selectsFailingFields }: GeneratedMutation,
): SelectionPath[] =>
  collectLeafFields(schema, operation.returnType, 0)
    .filter(
      ({ coordinate }) => !excludedFields.test(coordinate) && (selectsFailingFields || !failingFields.test(coordinate)),
    )
    .map(({ path }) => path);
