import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { startControlServer } from './support/control-server.ts';

// What clients store, a world may contain: every state that mutations reach is exported and imported again, to the same bytes.

/** Values of scalars, the usual ones first. */
const scalars: Record<string, unknown[]> = {
  BigInt: [3, '12', -3, 0, 2.5],
  Boolean: [true, false],
  DateTime: [
    '2027-04-12T18:00:00Z',
    '2027-04-12T18:00:00.5+02:00',
    '9999-06-01T00:00:00Z',
    '0001-03-01T00:00:00Z',
    '1890-01-01T00:00:00Z',
  ],
  Float: [41.5, 100, 1000, -1000.25, 0.123_456],
  ID: ['1', '2', '3', '4', '5', '10'],
  Int: [1, 2, 0, -5, 2 ** 31 - 1],
  JSON: [
    { en: 'A text of it' },
    { en: 'A text', ca: 'Un text' },
    { en: 'A', xx: 'B' },
    { en: null },
    {},
    'a text',
    5,
    true,
    [['en', 'x']],
  ],
  String: [
    'A text that is long enough',
    'https://www.youtube.com/x',
    'no url',
    '',
    '<p>A text</p> that is long enough',
    'Été 😀 of the town',
  ],
};
/** Values of arguments and attributes with a name. */
const named: Record<string, unknown[]> = {
  alignment: [0, 1, -1, null],
  closedAt: ['2027-04-12T18:00:00Z', '0001-03-01T00:00:00Z'],
  endDate: ['2027-04-12', '12/04/2027', '99999-01-01', 'no date', '0000-01-01'],
  endTime: ['2027-04-12T20:00:00Z', '9999-06-01T00:00:00Z', '2027-04-12T18:00:00.9Z'],
  entryDate: ['2027-04-12', '9999-12-31', '0001-01-01'],
  locale: ['en', 'ca', 'xx'],
  startDate: ['2027-04-12', '3 Feb 2027', '99999-01-01'],
  state: ['accepted', 'rejected', 'evaluating', 'not_answered', 'other'],
  type: [
    'Proposals::Proposal',
    'Meetings::Meeting',
    'Accountability::Result',
    'Budgets::Project',
    'Comments::Comment',
  ].map((name) => `Decidim::${name}`),
  typeOfMeeting: ['IN_PERSON', 'ONLINE', 'HYBRID'],
};

const oneOf = (values: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(values[0]) }, { weight: 2, arbitrary: fc.constantFrom(...values) });

function valuesOf(type: GraphQLInputType, name: string): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valuesOf(type.ofType, name);
  if (isListType(type)) return fc.array(valuesOf(type.ofType, name), { maxLength: 3 });
  if (isInputObjectType(type)) return membersOf(Object.values(type.getFields()));
  if (named[name]) return oneOf(named[name]);
  return oneOf(isEnumType(type) ? type.getValues().map((each) => each.name) : (scalars[type.name] ?? []));
}

/** An object with the required members, and some of the others; null is rare. */
const membersOf = (fields: readonly (GraphQLInputField | GraphQLArgument)[]) =>
  fc.record(
    Object.fromEntries(
      fields.map(({ name, type }) => {
        const values = valuesOf(type, name);
        return [name, isNonNullType(type) ? values : fc.option(values, { freq: 15 })];
      }),
    ),
    { requiredKeys: fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name) },
  );

/** A mutation: the fields that lead to it from the root, each with the type in which it is selected. */
interface Step {
  parent: GraphQLObjectType;
  name: string;
}

function mutationsOf(schema: GraphQLSchema, parent = schema.getMutationType()!, before: Step[] = []): Step[][] {
  return Object.values(parent.getFields()).flatMap(({ name, type, args }) => {
    const steps = [...before, { parent, name }];
    const inner = getNamedType(type);
    if (isUnionType(inner)) return inner.getTypes().flatMap((each) => mutationsOf(schema, each, steps));
    if (isObjectType(inner) && inner.name.endsWith('Mutation')) return mutationsOf(schema, inner, steps);
    return before.length > 0 && (args.length > 0 || isObjectType(inner)) && name !== 'id' ? [steps] : [];
  });
}

const componentIds: Record<string, number> = {
  ProposalsMutation: 1,
  MeetingsMutation: 2,
  AccountabilityMutation: 4,
  BudgetsMutation: 10,
};

/** A request for a mutation, whose arguments are variables. */
function requestFor(steps: Step[]): fc.Arbitrary<{ query: string; variables: object }> {
  const args = steps.flatMap(({ parent, name }, index) =>
    parent.getFields()[name]!.args.map((arg) => ({ ...arg, variable: `${arg.name}${index}` })),
  );
  const write = (index: number): string => {
    const { parent, name } = steps[index]!;
    const field = parent.getFields()[name]!;
    const values = field.args.map((arg) => `${arg.name}: $${arg.name}${index}`);
    const last = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
    const inner =
      index + 1 < steps.length ? ` { ... on ${steps[index + 1]!.parent.name} { ${write(index + 1)} } }` : last;
    return `${name}${values.length > 0 ? `(${values.join(', ')})` : ''}${inner}`;
  };
  const declared = args.map(({ variable, type }) => `$${variable}: ${type}`);
  const query = `mutation${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${write(0)} }`;
  const componentId = componentIds[steps[1]!.parent.name];
  return fc
    .tuple(...args.map(({ type, name }) => (name === 'id' ? oneOf(scalars['ID']!) : valuesOf(type, name))))
    .map((values) => ({
      query,
      variables: {
        ...Object.fromEntries(args.map(({ variable }, index) => [variable, values[index]])),
        ...(componentId !== undefined && { id0: String(componentId) }),
      },
    }));
}

for (const dialect of ['specification', 'decidim-0.31', 'decidim-0.32', 'decidim-develop'])
  test(`${dialect}: what mutations store is exported and imported to the same bytes`, async (t) => {
    const { send, world } = await startControlServer(t, { dialect });
    let stored = 0;
    for (const steps of mutationsOf(world.schema)) {
      const coordinate = `${steps.at(-1)!.parent.name}.${steps.at(-1)!.name}`;
      for (const [index, request] of fc.sample(requestFor(steps), { numRuns: 40, seed: 7 }).entries()) {
        const { tables } = world.store;
        const authorization = `Bearer ${index % 3 === 0 ? 'member' : 'admin'}-token`;
        await send('POST', '/api', request, { authorization });
        if (world.store.tables === tables) continue;
        stored += 1;
        const { body: state } = await send('GET', '/__admin/state');
        const { status, body } = await send('PUT', '/__admin/state', state);
        assert.equal(status, 204, `${coordinate} ${JSON.stringify(request.variables)}: ${JSON.stringify(body)}`);
        const { body: imported } = await send('GET', '/__admin/state');
        assert.equal(
          JSON.stringify(imported),
          JSON.stringify(state),
          `${coordinate} ${JSON.stringify(request.variables)}`,
        );
      }
      await send('POST', '/__admin/reset');
    }
    assert.ok(stored > 20, `only ${stored} mutations stored something`);
  });
