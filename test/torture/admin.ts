import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { badRequests } from '../support/bad-requests.ts';
import { createOpenApiValidator, startControlServer } from '../support/control-server.ts';
import type { Torture } from './torture.ts';

/**
 * Sends bad requests to the control API. Throws an error with the shrunk request if one is not refused with a problem document
 * that names the member, or if it changes something. Returns the number of requests by status.
 */
export async function sendBadRequests(seed: number, runs: number): Promise<Record<number, number>> {
  const cleanups: (() => unknown)[] = [];
  const server = await startControlServer({ after: (cleanup) => void cleanups.push(cleanup as () => unknown) });
  const { openApi, isValidRequest, assertResponse } = await createOpenApiValidator(server);
  const { send, world, sessions, bugs } = server;
  await send('PUT', '/__admin/clock', { mode: 'fixed', time: '2027-01-01T00:00:00Z' });
  for (const path of ['/__admin/snapshots/kept', '/__admin/sessions/kept']) await send('PUT', path);
  await send('POST', '/__admin/tokens', { user: 1 });
  await send('POST', '/__admin/faults', { match: { operationName: 'NeverSent' }, effect: { status: 503 } });
  const session = await sessions.get('kept');
  const readState = async () => [
    sessions.names,
    (await sessions.get('kept')) === session,
    ...[world, session].map(({ store, clock, snapshots, tokens, faults }) =>
      JSON.stringify([store.records(), clock.setting, snapshots, tokens.list(), faults.list()]),
    ),
  ];
  const before = await readState();
  const statuses: Record<number, number> = {};
  const property = fc.asyncProperty(badRequests(openApi), async ({ method, path, body }) => {
    let parsed: unknown;
    try {
      parsed = body === undefined ? undefined : JSON.parse(body);
      const isKnown = path.includes('kept') || !/\/(sessions|snapshots|tokens|faults)\//.test(path);
      // Changing a valid body can leave it valid.
      if (body !== undefined && isKnown) fc.pre(!isAccepted(method, path, parsed));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    const response = await send(method, path, body);
    const text = `${method} ${path} ${body?.slice(0, 500)}: ${response.status} ${JSON.stringify(response.body)}`;
    assert.ok(response.status >= 400 && response.status < 500, text);
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, text);
    assert.deepEqual([response.body.status, bugs], [response.status, []], text);
    if (response.status === 404 || response.status === 405) assert.ok(response.body.detail, text);
    else assertResponse(method, path, response);
    // Without a JSON object, there is no member to name.
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    if (isObject && response.status === 400 && Object.keys(parsed!).length > 0)
      assert.ok(/exactly one|nested/.test(response.body.detail) || response.body.member !== undefined, text);
    assert.deepEqual(await readState(), before, text);
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  });
  /** Whether the request is right: its body is valid, and so is the world in it. */
  function isAccepted(method: string, path: string, value: unknown): boolean {
    const isBody = isValidRequest(method, path, value);
    const takesNoBody = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return (isBody && !path.endsWith('/state')) || (takesNoBody && !Array.isArray(value) && !path.endsWith('/state'));
  }
  try {
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
  return statuses;
}

/** The attack of `npm run torture`. */
export const admin: Torture = async ({ random, isShort }) => {
  const seed = Math.floor(random() * 2 ** 31);
  const runs = isShort ? 150 : 2000;
  try {
    return { summary: `${runs} requests: ${JSON.stringify(await sendBadRequests(seed, runs))}`, problems: [] };
  } catch (error) {
    const { message, cause } = error as Error;
    return { summary: `seed ${seed}`, problems: [`${message}\n${String(cause)}`] };
  }
};
