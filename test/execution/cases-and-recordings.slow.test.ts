import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { loadCases } from '../../src/cases/load.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { dialectOfRecordings, loadServerDialect } from '../../src/dialects/dialects.ts';
import { serverDialect } from '../../src/dialects/specification/server.ts';
import { readRecordings } from '../../tools/fidelity/recordings.ts';
import { replay } from '../../tools/fidelity/replay.ts';
import { createComparedExecutor } from './compared-executor.ts';

async function startComparedTarget(t: TestContext, dialectName: string) {
  // Hints name other releases, which are loaded while a request waits: plans do not decide about them.
  const dialect = dialectName === 'specification' ? serverDialect : await loadServerDialect(dialectName);
  const { executor, createStore, counts } = createComparedExecutor(dialect);
  const bugs: Error[] = [];
  const changes = { executor, wrapStore: createStore, onBug: (error: Error) => void bugs.push(error) };
  const target = await startInProcessTarget({ dialect: dialectName, changes, listens: true });
  t.after(() => target.close());
  const assertNoDifference = () => {
    const differences = bugs.filter((error) => error instanceof assert.AssertionError).map(({ message }) => message);
    assert.deepEqual(differences, []);
  };
  return { target, counts, assertNoDifference };
}

for (const dialectName of ['specification', 'decidim-0.32']) {
  test(`${dialectName}: a case has the same result on both ways of executing`, async (t) => {
    const { target, counts, assertNoDifference } = await startComparedTarget(t, dialectName);
    const schema = buildSchema(readContractSdl());
    // Cases that follow each other are much alike; random requests are compared too.
    const cases = loadCases().filter((_, index) => index % 3 === 0);
    await runCases({ target, cases, schema, runId: 'compared' });
    assertNoDifference();
    assert.ok(counts.withData > 100 && counts.withErrors > 30 && counts.writes > 30, JSON.stringify(counts));
  });
}

const recordingsFolder = fileURLToPath(new URL('../../fixtures/recordings', import.meta.url));
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
