import { setupServer } from 'msw/node';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { createTest, test } from '../../../src/testing/vitest.ts';
import { post, readJson } from './requests.ts';

test('connects to the stand-in of the global setup', async ({ standIn, session }) => {
  expect(standIn.url).toBe(inject('plenumStandIn')!.url);
  const identity = await readJson(await session.fetch('/'));
  expect(identity.dialect).toBe('decidim-0.32');
  const { id } = await session.faults.add({ effect: { status: 503 }, times: 1 });
  expect((await fetch('http://localhost:8080/api', post('query Refused { __typename }'))).status).toBe(503);
  const filter = { match: { operationName: 'Refused' } };
  expect((await session.requests.find(filter)).map(({ path, fault }) => [path, fault])).toEqual([['/api', id]]);
  expect(await standIn.requests.count(filter)).toBe(0);
});

test('is not affected by what a test replaces in its thread', async ({ session }) => {
  const server = setupServer();
  server.listen({ onUnhandledRequest: 'error' });
  vi.useFakeTimers();
  vi.stubGlobal('fetch', undefined);
  onTestFinished(() => {
    server.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  await session.clock.set({ mode: 'fixed', time: 1_800_000_000_000 });
  expect(Date.parse((await session.clock.get()).time)).toBe(1_800_000_000_000);
  const response = await session.fetch('/api', post('{ __typename }', `Bearer ${await session.token()}`));
  expect(await readJson(response)).toEqual({ data: { __typename: 'Query' } });
});

const ownTest = createTest({ dialect: 'specification' });

ownTest('starts a stand-in of its own if it has options', async ({ standIn }) => {
  expect(standIn.url).not.toBe(inject('plenumStandIn')!.url);
});
