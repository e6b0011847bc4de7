import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { loadCases } from '../../conformance/cases/load.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { dialectOfRecordings, loadServerDialect } from '../../src/dialects/dialects.ts';
import { createApp } from '../../src/server/app.ts';
import { readRecordings } from '../../tools/fidelity/recordings.ts';
import { replay } from '../../tools/fidelity/replay.ts';
import { createComparedExecutor } from './compared-executor.ts';

async function startComparedTarget(t: TestContext, dialectName: string) {
  const dialect = await loadServerDialect(dialectName);
  const { executor, createStore, counts } = createComparedExecutor(dialect);
  const bugs: Error[] = [];
  const createListener = () =>
    createApp({
      dialect,
      executor,
      store: createStore(),
      onBug: (error) => bugs.push(error),
    }).callback() as RequestListener;
  const target = await startInProcessTarget({ dialect: dialectName, createListener });
  t.after(() => target.close());
  const assertNoDifference = () => {
    const differences = bugs.filter((error) => error instanceof assert.AssertionError).map(({ message }) => message);
    assert.deepEqual(differences, []);
  };
  return { target, counts, assertNoDifference };
}

for (const dialectName of ['specification', 'decidim-0.32']) {
  test(`${dialectName}: every case has the same result on both ways of executing`, async (t) => {
    const { target, counts, assertNoDifference } = await startComparedTarget(t, dialectName);
    const schema = buildSchema(readContractSdl());
    await runCases({ target, cases: loadCases(), schema, runId: 'compared' });
    assertNoDifference();
    assert.ok(counts.withData > 300 && counts.withErrors > 100 && counts.writes > 100, JSON.stringify(counts));
  });
}

const recordingsFolder = fileURLToPath(new URL('../../fixtures/recorded', import.meta.url));
for (const name of readdirSync(recordingsFolder)) {
  test(`${name}: every recorded request has the same result on both ways of executing`, async (t) => {
    const { target, counts, assertNoDifference } = await startComparedTarget(t, dialectOfRecordings(name));
    await target.reset!();
    const recordings = readRecordings(`${recordingsFolder}/${name}`);
    await replay(target.url, recordings, { signal: new AbortController().signal });
    assertNoDifference();
    assert.ok(
      counts.results > recordings.length / 2 && counts.withData > 0 && counts.withErrors > 0,
      JSON.stringify(counts),
    );
  });
}
