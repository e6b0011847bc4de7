import { Type } from '../../records/schema-builder.ts';
import type { Operation } from './operation.ts';
import { problemMediaType, problemSchema } from './problem.ts';
import { type Schema, nameSchema } from './schema.ts';

const idSchema = Type.String({ minLength: 1, maxLength: 100 });

/** The method, the path and the schemas of the path's parameters of an operation. */
export function routeOf({ endpoint }: { endpoint: string }) {
  const [method, path] = endpoint.split(' ') as [string, string];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return { method, path, parameters: names.map((name) => ({ name, schema: name === 'name' ? nameSchema : idSchema })) };
}

/** The status of a successful response. */
export const successStatus = ({ status, response, mediaType }: Operation): number =>
  status ?? ((response ?? mediaType) ? 200 : 204);

const content = (schema: Schema, mediaType = 'application/json') => ({ content: { [mediaType]: { schema } } });

function describeOperation(operationId: string, operation: Operation) {
  const { summary, query, body, response, mediaType } = operation;
  const required: unknown = body?.['required'];
  const queryParameters = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({ name, schema }));
  return {
    operationId,
    summary,
    parameters: [
      ...routeOf(operation).parameters.map((parameter) => ({ ...parameter, in: 'path', required: true })),
      ...queryParameters.map((parameter) => ({ ...parameter, in: 'query', required: false })),
      { $ref: '#/components/parameters/session' },
    ],
    ...(body && { requestBody: { required: Array.isArray(required) && required.length > 0, ...content(body) } }),
    responses: {
      [successStatus(operation)]: {
        description: 'success',
        ...(mediaType ? content({ type: 'string' }, mediaType) : response && content(response)),
      },
      default: { description: 'a problem', ...content(problemSchema, problemMediaType) },
    },
  };
}

/** Creates the OpenAPI file of the control API. Schemas that have a name are in it once, as components. */
export function createOpenApi(operations: Readonly<Record<string, Operation>>, version: string) {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const { method, path } = routeOf(operation);
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(id, operation);
  }
  const schemas: Record<string, Schema> = {};
  const refer = <T>(value: T): T => JSON.parse(JSON.stringify(value, (_, each: Schema) => hoist(each))) as T;
  function hoist(value: Schema): Schema {
    if (typeof value?.['title'] !== 'string') return value;
    const { title: name, ...schema } = value as Schema & { title: string };
    schemas[name] ??= refer(schema);
    return { $ref: `#/components/schemas/${name}` };
  }
  const parameters = {
    session: {
      name: 'X-Plenum-Session',
      in: 'header',
      description: 'the test session to act on; without it, the world of the server',
      schema: nameSchema,
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Control API of Plenum', version },
    security: [{}, { token: [] }],
    paths: refer(paths),
    components: {
      parameters: refer(parameters),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'the value of --control-token' } },
      schemas,
    },
  };
}

export type OpenApi = ReturnType<typeof createOpenApi>;
