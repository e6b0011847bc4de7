import {
  type GraphQLInputType,
  type DocumentNode,
  buildSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  typeFromAST,
} from 'graphql';
import { readContractSdl } from '../../../src/contract/schema.ts';
import { type ResponseBody, executorMutant, mapRequest, mapResult } from '../executor-transforms.ts';
import { type Mutant, mutant } from '../mutated-server.ts';
import { operationFolders, replaceInContract, uncheckedMutant } from '../transforms.ts';

/** Replaces text in the serialized response. */
const replaceInResponse = (from: RegExp, to: string) =>
  mapResult((body) => JSON.parse(JSON.stringify(body).replaceAll(from, to)) as ResponseBody);

/** Changes the record that a mutation returns. */
const mapRecord = (change: (record: Record<string, unknown>) => object) =>
  mapResult((body) => {
    const { component } = body.data ?? {};
    const parent = component?.proposal ?? component?.meeting ?? component;
    for (const field of ['answer', 'createMeeting', 'update', 'createResult'])
      if (parent?.[field]) parent[field] = change(parent[field]);
    return body;
  });

const schema = buildSchema(readContractSdl());

/** Removes the members that an input type does not have. */
function withoutUnknownMembers(value: unknown, type: GraphQLInputType | undefined): unknown {
  const nullable = type && getNullableType(type);
  if (isListType(nullable) && Array.isArray(value))
    return value.map((each) => withoutUnknownMembers(each, nullable.ofType));
  const object = type && getNamedType(type);
  if (!isInputObjectType(object) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = object.getFields();
  const members = Object.entries(value).filter(([name]) => name in fields);
  return Object.fromEntries(members.map(([name, each]) => [name, withoutUnknownMembers(each, fields[name]!.type)]));
}

function variableTypes({ definitions: [operation] }: DocumentNode): Map<string, unknown> {
  const variables = operation && 'variableDefinitions' in operation ? (operation.variableDefinitions ?? []) : [];
  return new Map(
    variables.map(({ variable, type }) => [variable.name.value, typeFromAST(schema, type as never)] as const),
  );
}

const ignoreUnknownAttributes = mapRequest((request, document) => {
  const types = variableTypes(document);
  const variables = Object.entries(request.variables ?? {}).map(
    ([name, value]) => [name, withoutUnknownMembers(value, types.get(name) as never)] as const,
  );
  return { ...request, variables: Object.fromEntries(variables) };
});

const optionalAttribute = (name: string, killedBy: string, from: string, to: string) =>
  mutant(name, killedBy, { contract: replaceInContract(from, to) });

/** Servers whose inputs or outputs have other names, types or required members. */
export const typeMutants: Mutant[] = [
  ...operationFolders.map((operation) =>
    executorMutant(
      `an unknown attribute is ignored: ${operation}`,
      `${operation}/unknown-attribute`,
      ignoreUnknownAttributes,
    ),
  ),
  executorMutant(
    'a response has a field that was not selected',
    'create-meeting/operation-document',
    mapRecord((record) => ({ ...record, published: true })),
  ),
  executorMutant(
    'a response lacks a selected field',
    'answer/operation-document',
    mapRecord((record) => ({ ...record, cost: undefined })),
  ),
  executorMutant(
    'a response has null for a non-null text',
    'update-meeting/operation-document',
    mapRecord((record) => ({ ...record, title: null })),
  ),
  ...['create-meeting', 'create-result'].map((operation) =>
    executorMutant(
      `an id is a number: ${operation}`,
      `${operation}/operation-document`,
      replaceInResponse(/"id":"(\d+)"/g, '"id":$1'),
    ),
  ),
  executorMutant('a date-time ends with Z', 'create-meeting/times', replaceInResponse(/\+00:00"/g, 'Z"')),
  executorMutant(
    'a date-time has no seconds',
    'update-meeting/times',
    replaceInResponse(/(T\d\d:\d\d):\d\d\+00:00"/g, '$1+00:00"'),
  ),
  executorMutant(
    'a URL is a path only',
    'create-result/operation-document',
    replaceInResponse(/"http:\/\/[^/"]+/g, '"'),
  ),
  executorMutant('an enum value is in lower case', 'create-meeting/online', replaceInResponse(/"ONLINE"/g, '"online"')),
  executorMutant(
    'the number of slots is a text',
    'create-meeting/slots-none',
    replaceInResponse(/"remainingSlots":(\d+)/g, '"remainingSlots":"$1"'),
  ),
  executorMutant(
    'the response to a mutation has no data member',
    'create-result/id-as-text',
    mapResult((body) => (body.errors ? body : ({ result: body.data as unknown } as never))),
  ),
  executorMutant(
    'a successful response has an empty list of errors',
    'answer/accepted',
    mapResult((body) => ({ errors: [], ...body })),
  ),
  optionalAttribute(
    'a title is optional, on create',
    'create-meeting/title-missing',
    '  title: String! @constraint',
    '  title: String! = "Untitled" @constraint',
  ),
  optionalAttribute(
    'a title is optional, on update',
    'update-meeting/title-missing',
    '  title: String! @constraint',
    '  title: String! = "Untitled" @constraint',
  ),
  optionalAttribute(
    'the registration type is optional',
    'create-meeting/registration-type-missing',
    '  registrationType: RegistrationTypeType!\n  "Where people register on another platform."\n  registrationUrl: String @',
    '  registrationType: RegistrationTypeType! = REGISTRATION_DISABLED\n  "Where people register on another platform."\n  registrationUrl: String @',
  ),
  uncheckedMutant('a cost may be a text', 'answer/cost-text', {
    contract: replaceInContract('  cost: Float\n', '  cost: JSON\n'),
  }),
];
