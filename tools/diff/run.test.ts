import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import test from 'node:test';
import { createApp } from '../../src/server/app.ts';
import { createSessions, generateSigningKey } from '../../src/server/auth/sessions.ts';
import { Store } from '../../src/store/store.ts';
import { changeBeforePersisting, copyTables } from '../../test/mutants/faulty-stores.ts';
import { type CreateRequestListener, startInProcessTarget } from '../../conformance/targets/in-process.ts';
import type { TargetRequest } from '../../conformance/model/exchange.ts';
import { probeRequests } from './probe-requests.ts';
import { groupByCause } from './causes.ts';
import type { SideBySideExchange } from './exchange.ts';
import { listEntryPoints } from './entry-points.ts';
import { FieldReader } from './field-reader.ts';
import { type DiffPhase, runPlan } from './run.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

/** The stand-in beside a copy of it over another store. */
async function besides(change: (store: Store) => Store) {
  const build: CreateRequestListener = (store, executor, dialect) =>
    createApp({
      store: change(store),
      executor,
      dialect,
      sessions: createSessions({ store, signingKey: generateSigningKey(), lifetimeSeconds: 60 }),
    }).callback() as RequestListener;
  const [a, b] = await Promise.all([
    startInProcessTarget({ dialect: 'decidim-0.32', mockMode: 'empty', createListener: build }),
    startInProcessTarget({ dialect: 'decidim-0.32', mockMode: 'empty' }),
  ]);
  await Promise.all([a.reset!(), b.reset!()]);
  test.after(() => Promise.all([a.close(), b.close()]));
  return { a, b };
}
const named = (exchanges: SideBySideExchange[]) => groupByCause(exchanges, platformSchema).map(({ name }) => name);

/** A store with another address of the meeting 1. */
function moved(store: Store): Store {
  const tables = copyTables(store);
  tables.put('meetings', { ...store.find('meetings', 1)!, address: 'Elsewhere 2' });
  return new Store(tables);
}

test('a record that differs is found by the reads, and its field is named', async () => {
  const sides = await besides(moved);
  const exchanges: SideBySideExchange[] = [];
  const reader = new FieldReader(sides, platformSchema, (each) => exchanges.push(each));
  for (const opening of listEntryPoints().filter(({ type }) => type === 'Meeting'))
    await reader.read(opening, 'member');
  assert.deepEqual(named(exchanges), ['Meeting.address: another value']);
});

test('a field that fails is asked for by itself, and the others are read all the same', async () => {
  const sides = await besides((store) => store);
  const exchanges: SideBySideExchange[] = [];
  const reader = new FieldReader(sides, platformSchema, (each) => exchanges.push(each));
  const opening = listEntryPoints().find(({ type }) => type === 'Meeting');
  await reader.read(opening!, 'member');
  const failed = exchanges.filter(({ a }) => (a.json as { errors?: unknown }).errors !== undefined);
  assert.ok(failed.some(({ request }) => request.subject === 'Meeting.onlineMeetingUrl'));
  assert.ok(exchanges.some(({ request, a }) => / title \{/.test(request.query) && a.text.includes('Opening assembly')));
});

test('what is written otherwise is found by the mutations', async () => {
  const sides = await besides(changeBeforePersisting('meetings', () => ({ address: 'Elsewhere 2' })));
  const found = new Map<DiffPhase, SideBySideExchange[]>();
  const plan = { schema: platformSchema, seed: 1, mutations: 120, reads: false, mode: 'write' } as const;
  await runPlan(sides, plan, new AbortController().signal, (part, each) =>
    found.set(part, [...(found.get(part) ?? []), each]),
  );
  assert.deepEqual([...found.keys()], ['mutations']);
  const names = named(found.get('mutations')!);
  assert.ok(names.includes('MeetingMutation.update.address: another value'), names.join('\n'));
});

test('nothing is sent once it is stopped', async () => {
  const sides = await besides((store) => store);
  const plan = { schema: platformSchema, seed: 1, mutations: 5, reads: true, mode: 'write' } as const;
  let sent = 0;
  await runPlan(sides, plan, AbortSignal.abort(), () => (sent += 1));
  assert.equal(sent, 0);
});

test('after a mutation in another locale both are sent one in English', async () => {
  const sides = await besides((store) => store);
  const sent: string[] = [];
  const a = { ...sides.a, send: (request: TargetRequest) => (sent.push(request.body!), sides.a.send(request)) };
  const plan = { schema: platformSchema, seed: 1, mutations: 30, reads: false, mode: 'write' } as const;
  const foreign: boolean[] = [];
  await runPlan({ ...sides, a }, plan, new AbortController().signal, (_, { request }) =>
    foreign.push(request.locale !== undefined),
  );
  const asides = sent.map((body) => body.includes(JSON.stringify(probeRequests.refused.query)));
  assert.ok(foreign.includes(true));
  assert.deepEqual(
    asides,
    foreign.flatMap((each) => (each ? [false, true] : [false])),
  );
});
