import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { createStandIn } from '../../index.ts';
import { contractOf } from '../../../test/support/contracts.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { runPlenum } from '../../../test/support/process.ts';

function contractFile(t: TestContext, names: string[], change = (text: string) => text): string {
  const file = join(createTemporaryFolder(t), 'web.json');
  writeFileSync(file, change(JSON.stringify(contractOf(names), undefined, 2)));
  return file;
}

const tokens = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};

describe('plenum verify', { concurrency: 2, timeout: 240_000 }, () => {
  test('prints contracts by targets, and writes the reports of each', async (t) => {
    const files = [contractFile(t, ['A', 'B']), contractFile(t, ['C'], (text) => text.replace('"null"', '"string"'))];
    const out = join(createTemporaryFolder(t), 'reports');
    const { code, stdout } = await runPlenum(t, [
      'verify',
      ...files,
      '--dialect',
      'specification,decidim-0.32',
      '--out',
      out,
    ]);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^✘ web\/query C as anonymous/m);
    assert.match(stdout, /conformant: 2 passed/);
    assert.match(stdout, /not conformant: 1 failed/);
    for (const name of ['web-specification', 'web-decidim-0.32'])
      assert.ok(existsSync(join(out, name, 'junit.xml')), name);
  });

  test('ends with 2 for a wrong flag and for a file that is no contract, with its place', async (t) => {
    const file = contractFile(t, ['A']);
    const torn = contractFile(t, ['A'], (text) => text.slice(0, 150));
    const newer = contractFile(t, ['A'], (text) => text.replace('"formatVersion": 1', '"formatVersion": 2'));
    const rows: [string[], RegExp][] = [
      [['--dialect', 'specification'], /verify needs the file of a contract/],
      [[file], /expected one of --dialect, --url and --target/],
      [[file, '--dialect', 'specification', '--url', 'http://localhost:1/api'], /expected one of --dialect/],
      [[file, '--dialect', 'decidim-0.1'], /unknown dialect decidim-0\.1/],
      [[torn, '--dialect', 'specification'], /web\.json:\d+: expected a whole JSON document/],
      [[newer, '--dialect', 'specification'], /web\.json:3: formatVersion: expected 1, and it is 2/],
    ];
    for (const [args, message] of rows) {
      const { code, stderr } = await runPlenum(t, ['verify', ...args]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
  });

  test('what a mode does not send is not green', async (t) => {
    const create = 'mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }';
    const document = create.replace('$input', '{ attributes: { title: "{{text}}" } }');
    const file = contractFile(t, ['A'], (text) =>
      text
        .replace(/"document": \[[^\]]*\]/, `"document": ${JSON.stringify([document])}`)
        .replace('session', 'component'),
    );
    const standIn = await createStandIn();
    t.after(() => standIn.close());
    const verify = (...flags: string[]) => runPlenum(t, ['verify', file, '--url', standIn.url, ...flags], tokens);
    const observed = await verify('--mode', 'observe');
    assert.equal(observed.code, 3, observed.stdout);
    assert.match(observed.stdout, /^\? web\/query A as anonymous: could not run: the step writes/m);
    assert.match(observed.stdout, /\? no difference: 1 could not run/);
    // A run that verified nothing is not green, whatever it accepts.
    assert.equal((await verify('--mode', 'observe', '--accept-partial')).code, 3);
  });

  test('ends with 4 if the target is unreachable', async (t) => {
    const standIn = await createStandIn();
    await standIn.close();
    const { code, stderr } = await runPlenum(t, ['verify', contractFile(t, ['A']), '--url', standIn.url], tokens);
    assert.equal(code, 4, stderr);
  });
});
