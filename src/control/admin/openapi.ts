import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { problemMediaType } from '../problem.ts';
import { type SchemaName, propertiesOf, schemas } from './schemas.ts';

const content = (schema: string, mediaType = 'application/json') => ({
  content: { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** The method and the path of an operation. */
export function routeOf({ endpoint }: Operation): { method: string; path: string } {
  const [method, path] = endpoint.split(' ') as [string, string];
  return { method, path };
}

/** The names of the parameters of a path. */
export const parameterNames = ({ endpoint }: Operation): string[] =>
  [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The name of the schema of a path parameter. */
export const schemaOfParameter = (name: string): SchemaName => (name === 'name' ? 'Name' : 'Id');

/** The status of a successful response. */
export const successStatus = ({ status, response }: Operation): number => status ?? (response ? 200 : 204);

const describeQuery = ({ query }: Operation) =>
  Object.entries(query ? propertiesOf(query) : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));

function describeOperation(operationId: string, operation: Operation) {
  const { summary, body, isBodyOptional = false, response, mediaType } = operation;
  return {
    operationId,
    summary,
    parameters: [
      ...parameterNames(operation).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { $ref: `#/components/schemas/${schemaOfParameter(name)}` },
      })),
      ...describeQuery(operation),
      { $ref: '#/components/parameters/session' },
    ],
    ...(body && { requestBody: { required: !isBodyOptional, ...content(body) } }),
    responses: {
      [successStatus(operation)]: { description: 'success', ...(response && content(response, mediaType)) },
      default: { description: 'a problem', ...content('Problem', problemMediaType) },
    },
  };
}

/** Creates the OpenAPI file of the control API. */
export function createOpenApi(version: string) {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const { method, path } = routeOf(operation);
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(id, operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Control API of Plenum', version },
    security: [{}, { token: [] }],
    paths,
    components: {
      parameters: {
        session: {
          name: 'X-Plenum-Session',
          in: 'header',
          description: 'the test session to act on; without it, the world of the server',
          schema: { $ref: '#/components/schemas/Name' },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'the value of --control-token' } },
      schemas,
    },
  };
}

export type OpenApi = ReturnType<typeof createOpenApi>;
