import { type GraphQLSchema, isObjectType, parse, print } from 'graphql';
import { withMutationsSkipped } from '../../conformance/runner/modes.ts';
import type { CreatedMeeting } from './created-meetings.ts';
import type { DiffRequest } from './exchange.ts';
import { collectLeafFields } from './leaf-fields.ts';
import { printLiteral } from './graphql-literals.ts';
import type { GeneratedMutation } from './generated-mutations.ts';
import type { MutationOperation } from './mutation-operations.ts';
import { omitted } from './pools/pool.ts';
import { printSelectionSet } from './selection-set.ts';

/** Fields that take their record with them where they have no value, or fail a whole document. */
const risks = /^(Meeting\.onlineMeetingUrl|Coordinates\.\w+)$/;
const neverAsked = /^(Author|User)\.avatarUrl$|^TraceVersion\./;

/** The schema coordinate of an operation, such as `MeetingMutation.update`. */
export const mutationCoordinate = ({ parentType, recordField, field }: MutationOperation): string =>
  `${recordField ? `${recordField[0]!.toUpperCase()}${recordField.slice(1)}Mutation` : parentType}.${field}`;

/** Whether a schema has an operation. */
export function hasMutation(schema: GraphQLSchema, operation: MutationOperation): boolean {
  const [name, field] = mutationCoordinate(operation).split('.') as [string, string];
  const type = schema.getType(name);
  return isObjectType(type) && field in type.getFields();
}

export interface MutationContext {
  schema: GraphQLSchema;
  /** The last meeting that was created, and by whom; one of the world's where none was. */
  lastCreated: CreatedMeeting;
  /** Whether it is only checked: `@skip(if: true)` on what writes. */
  validateOnly: boolean;
}

/** The request of a generated mutation. */
export function buildMutationRequest(
  mutation: GeneratedMutation,
  { schema, lastCreated, validateOnly }: MutationContext,
): DiffRequest {
  const { operation, inlineInput } = mutation;
  const { recordField, parentType, field } = operation;
  const ofCreated = mutation.recordId === 'created';
  const recordId = ofCreated ? lastCreated.id : mutation.recordId;
  const actor = ofCreated && mutation.scenario !== 'access' ? lastCreated.actor : mutation.actor;
  const given = { componentId: mutation.componentId, ...(recordField ? { id: recordId } : {}), input: mutation.input };
  const isTop = (name: string) => inlineInput && name === 'input';
  const value = (name: keyof typeof given) => (isTop(name) ? printLiteral(given[name]) : `$${name}`);
  const steps = [
    `component(id: ${value('componentId')})`,
    `... on ${parentType}`,
    ...(recordField ? [`${recordField}(id: ${value('id' as 'input')})`] : []),
    `${field}(input: ${value('input')})`,
  ];
  const asked = (validateOnly ? [['id']] : answerOf(schema, mutation)).map((leaf) => [...steps, ...leaf]);
  const types: Record<string, string> = { componentId: 'ID!', id: 'ID!', input: `${operation.input}!` };
  const names = Object.keys(given).filter((name) => !isTop(name));
  const query = `mutation(${names.map((name) => `$${name}: ${types[name]}`).join(', ')}) ${printSelectionSet(asked)}`;
  const variables = Object.fromEntries(
    names.flatMap((name) => {
      const each = given[name as keyof typeof given];
      return each === omitted || each === undefined ? [] : [[name, each]];
    }),
  );
  return {
    subject: mutationCoordinate(operation),
    parentCoordinate: mutationCoordinate(operation),
    actor,
    locale: nonEnglishLocale(mutation),
    query: validateOnly ? print(withMutationsSkipped(parse(query))) : query,
    variables,
    responsePath: ['component', ...(recordField ? [recordField] : []), field],
  };
}

/** The locale of an input, where it is not English. */
export function nonEnglishLocale({ input }: GeneratedMutation): string | undefined {
  const { locale } = (input ?? {}) as { locale?: unknown };
  return typeof locale === 'string' && locale !== 'en' ? locale : undefined;
}

const answerOf = (schema: GraphQLSchema, { operation, selectsFailingFields }: GeneratedMutation) =>
  collectLeafFields(schema, operation.returnType, 0)
    .filter(({ coordinate }) => !neverAsked.test(coordinate) && (selectsFailingFields || !risks.test(coordinate)))
    .map(({ path }) => path);
