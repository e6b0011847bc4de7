import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import test from 'node:test';
import { createApp } from '../../src/server/app.ts';
import { Store } from '../../src/store/store.ts';
import { changeBeforePersisting, copyTables } from '../../test/mutants/faulty-stores.ts';
import { type CreateRequestListener, startInProcessTarget } from '../../conformance/targets/in-process.ts';
import type { TargetRequest } from '../../conformance/model/exchange.ts';
import { probeRequests } from './created-meetings.ts';
import { groupByCause } from './causes.ts';
import type { SideBySideExchange } from './exchange.ts';
import { listEntryPoints } from './entry-points.ts';
import { FieldReader } from './field-reader.ts';
import { type DiffPhase, runPlan } from './run.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

/** Starts two stand-ins; target a has a changed store. */
async function startTargets(change: (store: Store) => Store) {
  const build: CreateRequestListener = (store, executor, dialect) =>
    createApp({ store: change(store), executor, dialect }).callback() as RequestListener;
  const [a, b] = await Promise.all([
    startInProcessTarget({ dialect: 'decidim-0.32', mockMode: 'empty', createListener: build }),
    startInProcessTarget({ dialect: 'decidim-0.32', mockMode: 'empty' }),
  ]);
  await Promise.all([a.reset!(), b.reset!()]);
  test.after(() => Promise.all([a.close(), b.close()]));
  return { a, b };
}
const causeNames = (exchanges: SideBySideExchange[]) => groupByCause(exchanges, platformSchema).map(({ name }) => name);

/** A store with another address for meeting 1. */
function withOtherAddress(store: Store): Store {
  const tables = copyTables(store);
  tables.put('meetings', { ...store.find('meetings', 1)!, address: 'Elsewhere 2' });
  return new Store(tables);
}

test('reads find a record that differs and name its field', async () => {
  const targets = await startTargets(withOtherAddress);
  const exchanges: SideBySideExchange[] = [];
  const reader = new FieldReader(targets, platformSchema, (each) => exchanges.push(each));
  for (const entryPoint of listEntryPoints().filter(({ type }) => type === 'Meeting'))
    await reader.read(entryPoint, 'member');
  assert.deepEqual(causeNames(exchanges), ['Meeting.address: another value']);
});

test('isolates a failing field and reads the others', async () => {
  const targets = await startTargets((store) => store);
  const exchanges: SideBySideExchange[] = [];
  const reader = new FieldReader(targets, platformSchema, (each) => exchanges.push(each));
  const meeting = listEntryPoints().find(({ type }) => type === 'Meeting');
  await reader.read(meeting!, 'member');
  const failed = exchanges.filter(({ a }) => (a.json as { errors?: unknown }).errors !== undefined);
  assert.ok(failed.some(({ request }) => request.subject === 'Meeting.onlineMeetingUrl'));
  assert.ok(exchanges.some(({ request, a }) => / title \{/.test(request.query) && a.text.includes('Opening assembly')));
});

test('mutations find a record that is stored with another value', async () => {
  const targets = await startTargets(changeBeforePersisting('meetings', () => ({ address: 'Elsewhere 2' })));
  const exchanges = new Map<DiffPhase, SideBySideExchange[]>();
  const plan = { schema: platformSchema, seed: 1, mutations: 120, reads: false, mode: 'write' } as const;
  await runPlan(targets, plan, new AbortController().signal, (phase, exchange) =>
    exchanges.set(phase, [...(exchanges.get(phase) ?? []), exchange]),
  );
  assert.deepEqual([...exchanges.keys()], ['mutations']);
  const names = causeNames(exchanges.get('mutations')!);
  assert.ok(names.includes('MeetingMutation.update.address: another value'), names.join('\n'));
});

test('sends nothing if the signal is aborted', async () => {
  const targets = await startTargets((store) => store);
  const plan = { schema: platformSchema, seed: 1, mutations: 5, reads: true, mode: 'write' } as const;
  let sent = 0;
  await runPlan(targets, plan, AbortSignal.abort(), () => (sent += 1));
  assert.equal(sent, 0);
});

test('resets the locale to English after a mutation in another locale', async () => {
  const targets = await startTargets((store) => store);
  const sent: string[] = [];
  const a = { ...targets.a, send: (request: TargetRequest) => (sent.push(request.body!), targets.a.send(request)) };
  const plan = { schema: platformSchema, seed: 1, mutations: 30, reads: false, mode: 'write' } as const;
  const inOtherLocale: boolean[] = [];
  await runPlan({ ...targets, a }, plan, new AbortController().signal, (_, { request }) =>
    inOtherLocale.push(request.locale !== undefined),
  );
  const isProbe = sent.map((body) => body.includes(JSON.stringify(probeRequests.refused.query)));
  assert.ok(inOtherLocale.includes(true));
  assert.deepEqual(
    isProbe,
    inOtherLocale.flatMap((isOther) => (isOther ? [false, true] : [false])),
  );
});
