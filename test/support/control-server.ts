import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApi } from '../../src/control/api/openapi.ts';
import type { AnyData } from './test-server.ts';
import { type TestSettings, startServer } from './start-server.ts';

export interface ControlResponse {
  status: number;
  headers: Headers;
  body: AnyData;
}

export type SendToControl = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ControlResponse>;

/** Starts a server with the demo world in memory, whose requests need no socket. Stops it after the test. */
export async function startControlServer(t: Pick<TestContext, 'after'>, settings: TestSettings = {}) {
  const bugs: Error[] = [];
  const running = await startServer({ onBug: (error) => bugs.push(error), ...settings });
  t.after(() => running.close());
  const { fetch } = running;
  const send: SendToControl = async (method, path, body, headers = {}) => {
    const hasBody = body !== undefined;
    const response = await fetch(path, {
      method,
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  /** Sends a GraphQL request to the API. */
  const query = async (text: string, headers: Record<string, string> = {}): Promise<AnyData> =>
    (await send('POST', '/api', { query: text }, headers)).body;
  return { ...running, bugs, send, query };
}

export type ControlServer = Awaited<ReturnType<typeof startControlServer>>;

const operationAt = (openApi: OpenApi, method: string, path: string) => {
  const found = Object.entries(openApi.paths).find(
    ([template, methods]) =>
      method.toLowerCase() in methods && new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(path),
  );
  return found?.[1][method.toLowerCase()] ?? assert.fail(`${method} ${path} is not in the OpenAPI file`);
};

/** Validates requests and responses against the OpenAPI file that the server sends. */
export async function createOpenApiValidator({ send }: Pick<ControlServer, 'send'>) {
  const openApi = (await send('GET', '/__admin/openapi.json')).body as OpenApi;
  const ajv = new Ajv2020({ discriminator: true, strict: false });
  ajv.addFormat('date-time', fullFormats['date-time']);
  ajv.addFormat('duration', fullFormats.duration);
  const { components } = openApi;
  const validators = new Map<object, ReturnType<typeof ajv.compile>>();
  const isValid = (schema: object, value: unknown): boolean => {
    const validator = validators.get(schema) ?? ajv.compile({ components, ...schema });
    validators.set(schema, validator);
    return validator(value) as boolean;
  };

  /** Whether the body follows the schema of its operation. */
  function isValidRequest(method: string, path: string, body: unknown): boolean {
    const { requestBody } = operationAt(openApi, method, path) as AnyData;
    if (!requestBody) return body === undefined;
    if (body === undefined) return !requestBody.required;
    return isValid(requestBody.content['application/json'].schema, body);
  }

  /** Asserts that a response has a status, media type and body of its operation. */
  function assertResponse(method: string, path: string, { status, headers, body }: ControlResponse): void {
    const responses = operationAt(openApi, method, path).responses as AnyData;
    const { content } = responses[status] ?? responses.default;
    const text = `${method} ${path}: ${status} ${JSON.stringify(body)}`;
    if (!content) return assert.equal(body, '', text);
    const [mediaType, { schema }] = Object.entries<AnyData>(content)[0]!;
    assert.equal(headers.get('content-type')?.split(';')[0], mediaType, text);
    assert.ok(isValid(schema, body), `${text}: ${ajv.errorsText()}`);
  }
  return { openApi, isValidRequest, assertResponse };
}
