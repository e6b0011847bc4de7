import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { valueAt } from '../../src/client/json-value.ts';
import type { Mode } from '../../src/client/target.ts';
import type { TargetRequest, TargetResponse } from '../../src/client/http-message.ts';
import type { Target } from '../../src/client/target.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { Checker } from './checker.ts';
import { createRequestSchema } from './request-schema.ts';
import type { GeneratedRequest } from './generate/documents.ts';
import { createRequests } from './generate/requests.ts';
import { learnWorld } from './learned-world.ts';

const attributes = {
  title: 'A title',
  description: 'A text',
  startTime: '2027-01-01T10:00:00Z',
  endTime: '2027-01-01T12:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'ONLINE',
};

/** Changes the responses of a target. */
const withResponses = (
  target: Target,
  change: (response: TargetResponse, request: TargetRequest) => unknown,
): Target => ({
  ...target,
  async send(request) {
    const response = await target.send(request);
    const json = change(response, request);
    return { ...response, json, text: JSON.stringify(json) };
  },
});
const withAddress = (response: TargetResponse, address: string): unknown =>
  JSON.parse(response.text.replace(/"address":("[^"]*"|null)/, `"address":${JSON.stringify(address)}`));

/** A checker of two stand-ins, and requests that create and read a meeting. */
async function startChecker(
  t: test.TestContext,
  mode: Mode,
  change: (targets: { a: Target; b: Target }) => { a: Target; b: Target },
) {
  const started = { a: await startInProcessTarget(), b: await startInProcessTarget() };
  t.after(() => Promise.all([started.a.close(), started.b.close()]));
  const requestSchema = await createRequestSchema(started);
  const source = { ...requestSchema, mode, world: await learnWorld('a', started, requestSchema.schema) };
  const sample = fc.sample(createRequests({ ...source, mode: 'write' }), { seed: 1, numRuns: 300 });
  const requestTo = (coordinate: string, changes: Partial<GeneratedRequest>): GeneratedRequest => ({
    ...sample.find(({ route }) => route.coordinate === coordinate)!,
    actor: 'member',
    hasLiterals: false,
    leaves: [
      { path: ['id'], coordinate: 'Meeting.id', coordinates: ['Meeting.id'] },
      { path: ['address'], coordinate: 'Meeting.address', coordinates: ['Meeting.address'] },
    ],
    ...changes,
  });
  const create = (locale = 'en') =>
    requestTo('MeetingsMutation.createMeeting', { stepArguments: [{ id: '2' }, { input: { attributes, locale } }] });
  const read = requestTo('Meetings.meeting', { stepArguments: [{ id: '2' }, { id: '1' }] });
  return { checker: new Checker(change(started), source), create, read, started };
}
const pathsOf = (exchanges: Awaited<ReturnType<Checker['check']>>) =>
  exchanges.map(({ differences }) => differences.map(({ path }) => path));

test('every request finds the initial records', async (t) => {
  const { checker, create } = await startChecker(t, 'write', (targets) => targets);
  const ids = [];
  for (let index = 0; index < 2; index += 1) {
    const [exchange] = await checker.check(create());
    ids.push(valueAt(exchange!.a.json, ['data', 'component', 'createMeeting', 'id']));
  }
  assert.equal(typeof ids[0], 'string');
  assert.equal(ids[0], ids[1]);
});

test('a record that was written is read again', async (t) => {
  const { checker, create } = await startChecker(t, 'write', ({ a, b }) => ({
    a,
    b: withResponses(b, (response, { body }) =>
      body!.includes('createMeeting') ? response.json : withAddress(response, 'Elsewhere'),
    ),
  }));
  const exchanges = await checker.check(create());
  assert.deepEqual(pathsOf(exchanges), [[], ['body.data.component.meeting.address']]);
  assert.equal(exchanges[1]!.request.after, 'MeetingsMutation.createMeeting');
});

test('what differs between two responses of the first server is no difference', async (t) => {
  let count = 0;
  const { checker, read } = await startChecker(t, 'observe', ({ a, b }) => ({
    a: withResponses(a, (response) => withAddress(response, `Address ${(count += 1)}`)),
    b,
  }));
  assert.deepEqual(pathsOf(await checker.check(read)), [[]]);
  assert.equal(count, 2);
});

test('what differs between two responses of the second server only is a difference', async (t) => {
  let count = 0;
  const { checker, read } = await startChecker(t, 'observe', ({ a, b }) => ({
    a,
    b: withResponses(b, (response) => withAddress(response, `Address ${(count += 1)}`)),
  }));
  assert.deepEqual(pathsOf(await checker.check(read)), [['body.data.component.meeting.address']]);
});

test('a difference that cannot be repeated is none', async (t) => {
  let created = 0;
  const { checker, create } = await startChecker(t, 'write', ({ a, b }) => ({
    a: withResponses(a, (response, { body }) =>
      body!.includes('createMeeting') && (created += 1) > 1 ? { data: null } : response.json,
    ),
    b: withResponses(b, (response, { body }) =>
      body!.includes('createMeeting') ? response.json : withAddress(response, 'Elsewhere'),
    ),
  }));
  assert.deepEqual(pathsOf(await checker.check(create())), [[], []]);
  assert.equal(created, 2);
});

test('compares servers that cannot be reset by the ids that each gave its records', async (t) => {
  const { checker, create, started } = await startChecker(t, 'write', ({ a, b }) => ({
    a: { ...a, reset: undefined },
    b: { ...b, reset: undefined },
  }));
  const body = JSON.stringify({
    query: `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { attributes: { title: "A",
      description: "A", startTime: "2027-01-01T10:00:00Z", endTime: "2027-01-01T12:00:00Z", typeOfMeeting: ONLINE,
      registrationType: REGISTRATION_DISABLED } }) { id } } } }`,
  });
  const headers = { 'Content-Type': 'application/json', ...(await started.a.authorizationHeaders('member')) };
  await started.a.send({ method: 'POST', headers, body });
  const exchanges = await checker.check(create());
  assert.deepEqual(pathsOf(exchanges), [[], []]);
  const [idOfA, idOfB] = [exchanges[1]!.a, exchanges[1]!.b].map(({ json }) =>
    valueAt(json, ['data', 'component', 'meeting', 'id']),
  );
  assert.equal(Number(idOfA), Number(idOfB) + 1);
});

test('repeats a mutation in the default locale on servers that cannot be reset', async (t) => {
  const sent: string[] = [];
  const record = (target: Target): Target => ({
    ...target,
    reset: undefined,
    send: (request) => (sent.push(request.body!), target.send(request)),
  });
  const { checker, create } = await startChecker(t, 'write', ({ a, b }) => ({ a: record(a), b }));
  await checker.check(create('ca'));
  const locales = sent.map((body) => valueAt(JSON.parse(body), ['variables', 'input', 'locale']));
  assert.deepEqual(locales, ['ca', undefined, 'en']);
});
