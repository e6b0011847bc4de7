import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApi } from '../../src/control/api/openapi.ts';
import { type AnyData, type TestSettings, loadDemoTables, startServer } from './test-server.ts';
import { type DialectName, loadServerDialect } from '../../src/dialects/dialects.ts';
import { shareExecutor } from '../../src/server/executors.ts';
import { type Server, createServer as createStandInServer } from '../../src/stand-in/create-server.ts';
import { dialectsWith } from './dialects.ts';
import type { World } from '../../src/control/world.ts';
import type { FaultRule } from '../../src/control/faults/rule.ts';
import { type RawResponse, sendRawRequest } from './raw-http.ts';
import { inPersonAttributes } from './inputs.ts';

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

/** The dialects with meetings that clients write, each with its executor. */
export const dialects = await Promise.all(
  dialectsWith('MeetingsMutation.createMeeting').map(async (name) => {
    const dialect = await loadServerDialect(name);
    return { name: name as DialectName, dialect, executor: shareExecutor(dialect, 'mock') };
  }),
);

/** Starts a server on a free port, with the demo world in memory. Stops it after the test. */
export async function startControlledServer(t: TestContext, { name } = dialects[0]!, world?: string) {
  const bugs: Error[] = [];
  const server = await createStandInServer(
    { dialect: name, port: 0, memory: true, ...(world !== undefined && { world }) },
    { ...(world === undefined && { loadTables: loadDemoTables }), onBug: (error) => bugs.push(error) },
  );
  t.after(() => server.close());
  const url = server.url.replace(/\/api$/, '');
  /** Sends a GraphQL request. */
  const send = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { requests, store, clock } = server.world;
  return { url, world: server.world, requests, store, clock, bugs, send };
}

/** The names of the dialects. */
export const dialectNames = ['specification', 'decidim-0.32'];

/** A GraphQL request, and how it is sent. */
export interface ControlledRequest {
  query?: string;
  variables?: object;
  operationName?: string;
  /** `member` by default. */
  actor?: 'admin' | 'member' | 'other' | 'anonymous';
  headers?: Record<string, string>;
}

/** A test session of a server, which no other test uses. */
export interface ControlledSession {
  name: string;
  server: Server & { bugs: Error[] };
  world: World;
  addFault(rule: object): FaultRule & { id: string };
  /** Sends a request; rejects if the connection ends before the response does. */
  send(request?: ControlledRequest): Promise<RawResponse & { body: AnyData }>;
  /** The number of meetings in the store. */
  meetings(): number;
}

export const organizationQuery = '{ organization { name { translation(locale: "en") } } }';
export const meetingsQuery = 'query Meetings { component(id: 2) { id ... on Meetings { meetings { nodes { id } } } } }';
/** A mutation that every dialect accepts. */
export const createMeeting = {
  query: `mutation CreateMeeting($input: CreateMeetingInput!) {
    component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id title { translation(locale: "en") } } } } }`,
  variables: { input: { attributes: inPersonAttributes, locale: 'en' } },
};
/** The data of a result in which the meeting was not created. */
export const noMeeting = { component: { createMeeting: null } };

const servers = new Map<string, Promise<Server & { bugs: Error[] }>>();
let sessions = 0;

async function start(dialect: string): Promise<Server & { bugs: Error[] }> {
  const bugs: Error[] = [];
  const running = await startServer({ dialect, onBug: (error) => bugs.push(error) });
  return { ...running, bugs };
}

/** Stops the servers of this process; for `after`. */
export async function stopServers(): Promise<void> {
  const running = await Promise.all(servers.values());
  servers.clear();
  await Promise.all(running.map(({ close }) => close()));
}

/** Opens a test session of the process's server for a dialect. After the test, no bug may have been reported. */
export async function openSession(t: TestContext, dialect: string): Promise<ControlledSession> {
  if (!servers.has(dialect)) servers.set(dialect, start(dialect));
  const server = await servers.get(dialect)!;
  const name = `test-${++sessions}`;
  const world = await server.sessions.get(name);
  t.after(() => {
    const bugs = server.bugs.splice(0);
    if (bugs.length > 0) throw new AggregateError(bugs, 'bugs were reported');
  });
  return {
    name,
    server,
    world,
    addFault: (rule) => world.faults.add(rule),
    async send({ query = organizationQuery, variables, operationName, actor = 'member', headers = {} } = {}) {
      const authorization: Record<string, string> =
        actor === 'anonymous' ? {} : { authorization: `Bearer ${actor}-token` };
      const response = await sendRawRequest(server.url, {
        headers: { 'content-type': 'application/json', 'x-plenum-session': name, ...authorization, ...headers },
        body: JSON.stringify({ query, variables, operationName }),
      });
      return {
        ...response,
        body: /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(response.text) : null,
      };
    },
    meetings: () => world.store.all('meetings').length,
  };
}
