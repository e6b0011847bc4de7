import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { readContract } from '../src/contract/contract.ts';
import { dialects } from '../src/dialects/dialects.ts';
import { loadCases } from './cases.ts';
import { type Result, runCases } from './run.ts';
import { inProcess } from './targets/in-process.ts';
import waivers from './waivers.json' with { type: 'json' };

const schema = buildSchema(readContract());

for (const name of Object.keys(dialects)) {
  test(`the stand-in passes the cases in the dialect ${name}, but for what is waived of the deployment that it stands for`, async (t) => {
    const target = await inProcess({ dialect: name });
    t.after(() => target.close());
    const results = await runCases({ target, cases: loadCases(), schema, run: name });
    const of = (wanted: Result['outcome']) =>
      results.filter(({ outcome }) => outcome === wanted).map((result) => result.case.id);
    assert.deepEqual(of('could not run'), []);
    assert.deepEqual(
      of('failed'),
      waivers.filter(({ dialect }) => dialect === name).map((waiver) => waiver.case),
    );
    // A dialect that lacks an operation lacks its cases; most of the rest it shares.
    const { absent } = dialects[name]!;
    assert.ok(of('passed').length > (Object.keys(absent).length > 0 ? 280 : 360), String(of('passed').length));
  });
}
