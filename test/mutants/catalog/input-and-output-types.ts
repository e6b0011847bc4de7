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
import { readContractSdl } from '../../../src/graphql/schema.ts';
import { type ResponseBody, executorMutant, mapRequest, mapResult } from '../executor-transforms.ts';
import { type Mutant, mutant } from '../mutated-server.ts';

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

const textIdIsUnknown = mapRequest((request) =>
  typeof request.variables?.['componentId'] === 'string'
    ? { ...request, variables: { ...request.variables, componentId: 'unknown' } }
    : request,
);

/** Servers whose inputs or outputs have other names, types or required members. */
export const typeMutants: Mutant[] = [
  executorMutant('an unknown attribute is ignored', 'create-meeting/unknown-attribute', ignoreUnknownAttributes),
  executorMutant('ids are numbers only', 'create-result/id-as-text', textIdIsUnknown),
  mutant('the id of a status has another name', 'create-result/status', {
    contract: (sdl) => sdl.replaceAll('appAccountabilityStatusId', 'decidimAccountabilityStatusId'),
  }),
  executorMutant(
    'a response lacks a selected field',
    'answer/operation-document',
    mapRecord((record) => ({ ...record, cost: undefined })),
  ),
  executorMutant(
    'an id is a number',
    'create-result/operation-document',
    replaceInResponse(/"id":"(\d+)"/g, '"id":$1'),
  ),
  executorMutant('a date-time ends with Z', 'create-meeting/times', replaceInResponse(/\+00:00"/g, 'Z"')),
];
