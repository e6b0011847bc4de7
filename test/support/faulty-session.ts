import type { TestContext } from 'node:test';
import type { World } from '../../src/control/world.ts';
import type { FaultRule } from '../../src/control/faults/rule.ts';
import type { Server } from '../../src/stand-in/create-server.ts';
import { type RawResponse, sendRawRequest } from './raw-request.ts';
import type { AnyData } from './test-server.ts';
import { inPersonAttributes } from './inputs.ts';
import { startServer } from './start-server.ts';

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
