import { type GraphQLSchema, isObjectType, parse, print } from 'graphql';
import { withoutEffect } from '../modes.ts';
import type { Created } from './created.ts';
import type { Request } from './exchange.ts';
import { leavesOf } from './leaves.ts';
import { literal } from './literals.ts';
import type { Mutation } from './mutations.ts';
import type { Operation } from './operations.ts';
import { leftOut } from './pools/pool.ts';
import { selectionOf } from './selection.ts';

/** Fields that take their record with them where they have no value, or fail a whole document. */
const risks = /^(Meeting\.onlineMeetingUrl|Coordinates\.\w+)$/;
const neverAsked = /^(Author|User)\.avatarUrl$|^TraceVersion\./;

/** The schema coordinate of an operation, such as `MeetingMutation.update`. */
export const nameOf = ({ on, record, field }: Operation): string =>
  `${record ? `${record[0]!.toUpperCase()}${record.slice(1)}Mutation` : on}.${field}`;

/** Whether a schema has an operation. */
export function has(schema: GraphQLSchema, operation: Operation): boolean {
  const [name, field] = nameOf(operation).split('.') as [string, string];
  const type = schema.getType(name);
  return isObjectType(type) && field in type.getFields();
}

export interface Surroundings {
  schema: GraphQLSchema;
  /** The last meeting that was created, and by whom; one of the world's where none was. */
  created: Created;
  /** Whether it is only checked: `@skip(if: true)` on what writes. */
  skipped: boolean;
}

/** The request of a generated mutation. */
export function requestOf(mutation: Mutation, { schema, created, skipped }: Surroundings): Request {
  const { operation, inline } = mutation;
  const { record, on, field } = operation;
  const ofCreated = mutation.recordId === 'created';
  const recordId = ofCreated ? created.id : mutation.recordId;
  const actor = ofCreated && mutation.trial !== 'access' ? created.actor : mutation.actor;
  const given = { componentId: mutation.componentId, ...(record ? { id: recordId } : {}), input: mutation.input };
  const isTop = (name: string) => inline && name === 'input';
  const value = (name: keyof typeof given) => (isTop(name) ? literal(given[name]) : `$${name}`);
  const steps = [
    `component(id: ${value('componentId')})`,
    `... on ${on}`,
    ...(record ? [`${record}(id: ${value('id' as 'input')})`] : []),
    `${field}(input: ${value('input')})`,
  ];
  const asked = (skipped ? [['id']] : answerOf(schema, mutation)).map((leaf) => [...steps, ...leaf]);
  const types: Record<string, string> = { componentId: 'ID!', id: 'ID!', input: `${operation.input}!` };
  const names = Object.keys(given).filter((name) => !isTop(name));
  const query = `mutation(${names.map((name) => `$${name}: ${types[name]}`).join(', ')}) ${selectionOf(asked)}`;
  const variables = Object.fromEntries(
    names.flatMap((name) => {
      const each = given[name as keyof typeof given];
      return each === leftOut || each === undefined ? [] : [[name, each]];
    }),
  );
  return {
    subject: nameOf(operation),
    place: nameOf(operation),
    actor,
    locale: foreignLocale(mutation),
    query: skipped ? print(withoutEffect(parse(query))) : query,
    variables,
    at: ['component', ...(record ? [record] : []), field],
  };
}

/** The locale of an input, where it is not English. */
export function foreignLocale({ input }: Mutation): string | undefined {
  const { locale } = (input ?? {}) as { locale?: unknown };
  return typeof locale === 'string' && locale !== 'en' ? locale : undefined;
}

const answerOf = (schema: GraphQLSchema, { operation, risky }: Mutation) =>
  leavesOf(schema, operation.answers, 0)
    .filter(({ coordinate }) => !neverAsked.test(coordinate) && (risky || !risks.test(coordinate)))
    .map(({ steps }) => steps);
