import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  parse,
  typeFromAST,
} from 'graphql';
import { createExecutableSchema, readContractSdl } from '../../../src/contract/schema.ts';
import { resolvers } from '../../../src/server/resolvers/resolvers.ts';
import type { Mutant } from '../mutant.ts';
import { type ResponseBody, mapResult, operationFolders, replaceInContract } from '../transforms.ts';
import { type ServerChanges, mutant } from '../mutated-server.ts';
import { withoutRecordChecks } from '../faulty-stores.ts';

/** Answers with another text in the place of what matches. */
const rewritten = (from: RegExp, to: string): ServerChanges => ({
  executor: mapResult((answer) => JSON.parse(JSON.stringify(answer).replaceAll(from, to)) as ResponseBody),
});

/** Answers whose written record is another. */
const record = (change: (record: Record<string, unknown>) => object): ServerChanges => ({
  executor: mapResult((answer) => {
    const { component } = answer.data ?? {};
    const on = component?.proposal ?? component?.meeting ?? component;
    for (const name of ['answer', 'createMeeting', 'update', 'createResult'])
      if (on?.[name]) on[name] = change(on[name]);
    return answer;
  }),
});

/** A value without the members that its input type does not have. */
function known(value: unknown, type: GraphQLInputType | undefined): unknown {
  const nullable = type && getNullableType(type);
  if (isListType(nullable) && Array.isArray(value)) return value.map((each) => known(each, nullable.ofType));
  const object = type && getNamedType(type);
  if (!isInputObjectType(object) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = object.getFields();
  const members = Object.entries(value).filter(([name]) => name in fields);
  return Object.fromEntries(members.map(([name, each]) => [name, known(each, fields[name]!.type)]));
}

function knownVariables(schema: GraphQLSchema, query: string, variables: Readonly<Record<string, unknown>>) {
  const [operation] = parse(query).definitions;
  const declared = operation && 'variableDefinitions' in operation ? (operation.variableDefinitions ?? []) : [];
  const types = new Map(declared.map((each) => [each.variable.name.value, typeFromAST(schema, each.type as never)]));
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, known(value, types.get(name) as never)]),
  );
}

const withoutCoercion: ServerChanges['executor'] = (engine) => {
  const schema = createExecutableSchema(readContractSdl(), resolvers);
  return {
    ...engine,
    run: (request, context) =>
      engine.run({ ...request, variables: knownVariables(schema, request.query, request.variables ?? {}) }, context),
  };
};

const optional = (name: string, breaks: string, from: string, to: string) =>
  mutant(name, breaks, { contract: replaceInContract(from, to) });
const ids = ['createMeeting', 'createResult'];

/** The form of inputs and answers: names, types, what is required. */
export const typeMutants: Mutant[] = [
  ...operationFolders.map((operation) =>
    mutant(`an unknown attribute is dropped: ${operation}`, `${operation}/unknown-attribute`, {
      executor: withoutCoercion,
    }),
  ),
  mutant(
    'an answer has a field that was not selected',
    'create-meeting/operation-document',
    record((made) => ({ ...made, published: true })),
  ),
  mutant(
    'an answer lacks a field that was selected',
    'answer/operation-document',
    record((made) => ({ ...made, cost: undefined })),
  ),
  mutant(
    'an answer has null in the place of a text',
    'update-meeting/operation-document',
    record((made) => ({ ...made, title: null })),
  ),
  ...ids.map((name, index) =>
    mutant(
      `an id is a number: ${name}`,
      index === 0 ? 'create-meeting/operation-document' : 'create-result/operation-document',
      rewritten(/"id":"(\d+)"/g, '"id":$1'),
    ),
  ),
  mutant('a time is written with Z', 'create-meeting/times', rewritten(/\+00:00"/g, 'Z"')),
  mutant(
    'a time is written without seconds',
    'update-meeting/times',
    rewritten(/(T\d\d:\d\d):\d\d\+00:00"/g, '$1+00:00"'),
  ),
  mutant('a URL is a path alone', 'create-result/operation-document', rewritten(/"http:\/\/[^/"]+/g, '"')),
  mutant('an enumeration is written in lower case', 'create-meeting/online', rewritten(/"ONLINE"/g, '"online"')),
  mutant(
    'slots are a text',
    'create-meeting/slots-none',
    rewritten(/"remainingSlots":(\d+)/g, '"remainingSlots":"$1"'),
  ),
  mutant('the answer to a write has no data member', 'create-result/id-as-text', {
    executor: mapResult((answer) => (answer.errors ? answer : ({ result: answer.data as unknown } as never))),
  }),
  mutant('a success lists no errors', 'answer/accepted', {
    executor: mapResult((answer) => ({ errors: [], ...answer })),
  }),
  optional(
    'a title may be left out, on create',
    'create-meeting/title-missing',
    '  title: String! @constraint',
    '  title: String! = "Untitled" @constraint',
  ),
  optional(
    'a title may be left out, on update',
    'update-meeting/title-missing',
    '  title: String! @constraint',
    '  title: String! = "Untitled" @constraint',
  ),
  optional(
    'the type of registration may be left out',
    'create-meeting/registration-type-missing',
    '  registrationType: RegistrationTypeType!\n  registrationUrl: String @',
    '  registrationType: RegistrationTypeType! = REGISTRATION_DISABLED\n  registrationUrl: String @',
  ),
  mutant('a cost may be a text', 'answer/cost-text', {
    contract: replaceInContract('  cost: Float\n', '  cost: JSON\n'),
    store: withoutRecordChecks,
  }),
];
