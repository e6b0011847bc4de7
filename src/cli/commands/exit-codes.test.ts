import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { runCommand } from '../../../test/support/process.ts';
import type { CreateCommand } from '../command.ts';
import { conformCommand } from './conform.ts';
import { documentsCommand } from './documents.ts';
import { replayCommand } from './replay.ts';
import { worldCommand } from './world.ts';

const environment = { PLENUM_ADMIN_TOKEN: 'a', PLENUM_MEMBER_TOKEN: 'b', PLENUM_OTHER_TOKEN: 'c' };

const commands: Record<string, CreateCommand> = {
  conform: conformCommand,
  replay: replayCommand,
  documents: documentsCommand,
  world: worldCommand,
};

const caseOf = (id: string, more: object, typeName: string) => ({
  [id]: 'The root type.',
  ...more,
  query: '{ __typename }',
  expect: { data: { __typename: typeName } },
});
const exchangeOf = (name: string, order: number, query: string, data: object) => ({
  name,
  order,
  actor: 'anonymous',
  request: { method: 'POST', path: '/api', headers: { 'content-type': 'application/json' }, json: { query } },
  response: { status: 200, headers: { 'content-type': 'application/json' }, json: { data } },
});
const right = exchangeOf('a/right', 1, '{ __typename }', { __typename: 'Query' });
const wrong = exchangeOf('a/wrong', 2, '{ __typename }', { __typename: 'Other' });
const write = exchangeOf('a/write', 3, 'mutation { component(id: 1) { id } }', { component: { id: '1' } });

const files: Record<string, unknown> = {
  'right/a/a.yaml': [caseOf('right', {}, 'Query')],
  'must/a/a.yaml': [caseOf('right', {}, 'Query'), caseOf('wrong', {}, 'Other')],
  'should/a/a.yaml': [caseOf('wrong', { level: 'SHOULD' }, 'Other')],
  'elsewhere/a/a.yaml': [caseOf('wrong', { dialects: ['decidim'] }, 'Other')],
  'knows.json': [{ id: 'a/wrong', reason: 'known' }],
  'expired.json': [{ id: 'a/wrong', reason: 'known', expires: '2026-01-01' }],
  'passes.json': [{ id: 'a/right', reason: 'known' }],
  'nothing.json': [{ id: 'a/none', reason: 'known' }],
  'right.json': [right],
  'wrong.json': [right, wrong],
  'write.json': [right, write],
  'only-write.json': [write],
  'wrong-world/users.json': [{ id: 'a' }],
  'right.graphql': 'query Right { __typename }',
  'wrong.graphql': 'query Wrong { nothing }',
  'unreadable.js': 'export const A = gql`query A { ${fields} }`;',
  'refused.json': [{ id: 'specification/wrong.graphql#Wrong', reason: 'known' }],
};

// The rows of docs/reference/cases-and-reports.md#the-verdict.
for (const [line, code, sentence] of [
  ['conform --only read/session', 3, /✔ No difference in \d+ cases? of write mode/],
  ['conform --cases right', 3, /✔ No difference in 1 case of write mode \(own cases\)/],
  ['conform --cases right --accept-partial', 0, /✔ No difference/],
  ['conform --cases must --accept-partial', 1, /✘ Not conformant: 1 passed, 1 failed/],
  ['conform --cases should --accept-partial', 1, /✘ Differences below the level MUST/],
  ['conform --cases must --waivers knows.json', 3, /No difference in 2 cases .* but for 1 known failure:/],
  ['conform --cases must --waivers knows.json --accept-partial', 6, /but for 1 known failure:/],
  ['conform --cases must --waivers knows.json --accept-partial --accept-waived', 0, /but for 1 known failure:/],
  ['conform --cases must --waivers expired.json --accept-partial', 1, /it expired on 2026-01-01/],
  ['conform --cases right --waivers passes.json --accept-partial', 7, /it passes: remove the waiver/],
  ['conform --cases right --waivers nothing.json --accept-partial', 7, /nothing of this run has this id/],
  ['conform --cases elsewhere --accept-partial', 3, /✘ Nothing was judged: no case ran/],
  ['conform --cases right --url http://127.0.0.1:5599/api --mode observe', 4, undefined],
  ['replay right.json', 0, /✔ No difference in 1 exchange/],
  ['replay wrong.json', 1, /✘ Responses differ/],
  ['replay wrong.json --waivers wrong-of-recording.json', 0, /1 waived/],
  ['replay right.json --waivers nothing.json', 7, /nothing of this run has this id/],
  ['replay write.json --mode observe', 3, /1 need writing/],
  ['replay only-write.json --mode observe', 3, /✘ Nothing was judged: no exchange ran/],
  ['documents right.graphql --dialect specification', 0, /✔ 1 document/],
  ['documents wrong.graphql --dialect specification', 1, /✘ 1 document/],
  ['documents wrong.graphql --dialect specification --waivers refused.json', 0, /1 waived/],
  ['documents right.graphql --dialect specification --waivers nothing.json', 7, /nothing of this run has this id/],
  ['documents right.graphql unreadable.js --dialect specification', 3, /1 accepted, 1 could not run/],
  ['documents right.graphql unreadable.js --dialect specification --accept-partial', 0, /1 could not run/],
  ['world check --world demo', 0, /valid/],
  ['world check --world wrong-world', 2, /\d+ problems?/],
  ['documents unreadable.js --dialect specification', 3, /✘ Nothing was judged: no document could be read/],
] as const)
  test(`plenum ${line} ends with ${code}`, async (t) => {
    const folder = createTemporaryFolder(t);
    const waiver = [{ id: 'wrong/a/wrong', reason: 'known' }];
    for (const [name, content] of Object.entries({ ...files, 'wrong-of-recording.json': waiver })) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    const [command, ...words] = line.split(' ');
    const args = words.map((word) =>
      /\.(json|js|graphql)$|^(right|must|should|elsewhere|wrong-world)$/.test(word) ? join(folder, word) : word,
    );
    const printed: string[] = [];
    const terminal = { environment, print: (text: string) => printed.push(text), progress: () => {} };
    if (command === 'documents' && words.includes('refused.json')) {
      const before = process.cwd();
      process.chdir(folder);
      t.after(() => process.chdir(before));
    }
    const ended = await runCommand(commands[command!]!, args, terminal).catch(
      (error: unknown) => (error as { exitCode: number }).exitCode,
    );
    assert.equal(ended, code, printed.join('\n'));
    if (sentence) assert.match(printed.join('\n'), sentence);
  });
