import type { StandInSession } from '../../src/index.ts';
import type { DialectName, Failure, SeenError } from './client.ts';
import { type OperationName, mutationNames, operations } from './operations.ts';

/** What a client meets, and what the server says then. */
export interface Situation {
  name: string;
  /** All dialects unless it says otherwise. */
  dialects?: readonly DialectName[];
  operation: OperationName;
  /** Other variables than those of the operation. */
  variables?: Record<string, unknown>;
  /** The actor who may run the operation, unless it says otherwise. */
  actor?: 'admin' | 'member';
  /** Prepares the session; returns the `Authorization` header if it is not that of the actor. */
  prepare?(session: StandInSession): Promise<string | void>;
  /** The data in the response; null if there is none. */
  data: object | null;
  /** What goes wrong, and what the response tells about it. */
  failure?: Failure;
  tells?: Omit<SeenError, 'name'>;
  /** The least time that the client waits. */
  leastMs?: number;
}

const expiredToken = async ({ url, headers }: StandInSession): Promise<string> => {
  const send = (path: string, method: string, body: object) =>
    fetch(new URL(path, url), {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signedIn = await send('/api/sign_in', 'POST', {
    api_user: { key: 'admin-key', secret: 'admin-secret-0123456789' },
  });
  // Tokens are valid for two hours.
  await send('/__admin/clock', 'PUT', { mode: 'offset', by: 'PT3H' });
  return signedIn.headers.get('authorization')!;
};

const { data } = operations.answer;

const invalidAttributes: Situation = {
  name: 'reports attributes that are invalid',
  operation: 'updateMeeting',
  variables: {
    ...operations.updateMeeting.variables,
    input: {
      locale: 'en',
      attributes: { ...operations.updateMeeting.variables.input.attributes, title: '' },
    },
  },
  data: { component: { meeting: { update: null } } },
  failure: 'fieldError',
  tells: { code: 'ATTRIBUTE_VALIDATION_ERROR', status: 200 },
};

export const situations: Situation[] = [
  ...mutationNames.map((operation): Situation => ({
    name: `runs the operation ${operation}`,
    // Decidim 0.32 has no mutation of results.
    ...(operation === 'createResult' && { dialects: ['specification', 'decidim-develop'] }),
    operation,
    data: operations[operation].data,
  })),
  { name: 'runs a query', operation: 'meeting', data: operations.meeting.data },
  {
    name: 'reports that the user has no permission',
    operation: 'answer',
    actor: 'member',
    data: { component: { proposal: { answer: null } } },
    failure: 'fieldError',
    tells: { code: 'MUTATION_NOT_AUTHORIZED_ERROR', status: 200 },
  },
  { ...invalidAttributes, dialects: ['specification'] },
  { ...invalidAttributes, dialects: ['decidim-0.32', 'decidim-develop'], failure: 'listMessage' },
  {
    name: 'reports an expired token',
    operation: 'answer',
    prepare: expiredToken,
    data: null,
    failure: 'noData',
    tells: { code: 'UNAUTHORIZED_OBJECT_ERROR', status: 200 },
  },
  {
    name: 'reports an error in the result',
    operation: 'answer',
    prepare: async ({ faults }) => void faults.add({ effect: { graphqlError: { message: 'Busy', code: 'BUSY' } } }),
    data: null,
    failure: 'noData',
    tells: { code: 'BUSY', status: 200 },
  },
  {
    name: 'reports that the server is unavailable',
    operation: 'answer',
    prepare: async ({ faults }) => void faults.add({ effect: { status: 503, retryAfter: 7 } }),
    data: null,
    failure: 'unavailable',
    tells: { status: 503, retryAfter: '7' },
  },
  {
    name: 'waits for a slow response',
    operation: 'answer',
    prepare: async ({ faults }) => void faults.add({ effect: { delay: { ms: 200 } } }),
    data,
    leastMs: 190,
  },
  {
    name: 'reports a connection that is lost before the response',
    operation: 'answer',
    prepare: async ({ faults }) => void faults.add({ effect: { reset: true } }),
    data: null,
    failure: 'lostConnection',
  },
  {
    name: 'reports a connection that is lost within the response',
    operation: 'answer',
    prepare: async ({ faults }) => void faults.add({ effect: { truncate: 20 } }),
    data: null,
    failure: 'cutResponse',
    tells: { status: 200 },
  },
];
