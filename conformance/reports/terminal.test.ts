import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Report } from '../model/report.ts';
import { markdownSummary } from './markdown.ts';
import { redactReport } from './redact.ts';
import { wrongRoleReport, correctServerReport, wrongServerReport } from '../../test/support/sample-reports.ts';
import { terminalReport } from './terminal.ts';

const isControlCharacter = (character: string): boolean =>
  (character < ' ' && character !== '\n') || /[\u007f-\u009f]/.test(character);

describe('terminalReport and markdownSummary', () => {
  let mixed: Report;
  let wrong: Report;
  before(async () => {
    mixed = redactReport(await wrongRoleReport(), []);
    wrong = redactReport(await wrongServerReport(), []);
  });

  test('terminal: shows the requirement, the differences and the curl command of a failure', () => {
    const text = terminalReport(mixed);
    const [failure] = text.split('\n\n');
    const { description } = mixed.results.find(({ case: { id } }) => id === 'answer/role-other')!.case;
    assert.ok(failure!.startsWith(`✘ answer/role-other  MUST\n  ${description}\n`), failure);
    assert.match(failure!, /\n {2}auth\.answer \(section 5\): Only administrators can answer proposals\./);
    assert.match(failure!, /\n {2}step 1, other: HTTP 200\n {4}path +expected +actual\n/);
    assert.match(failure!, /\n {2}curl .* -H "Authorization: Bearer \$PLENUM_OTHER_TOKEN" --data-raw/);
    const rows = failure!.split('\n').filter((line) => /^ {4}(path|errors|data)/.test(line));
    const columns = rows.map((row) => [...row.matchAll(/(?<= {2})\S/g)].map(({ index }) => index).slice(-2));
    assert.ok(rows.length > 2 && rows.every((row) => row.length <= 120));
    for (const places of columns) assert.deepEqual(places, columns[0]);
  });

  test('terminal: ends with the verdict', () => {
    const lines = terminalReport(mixed).trimEnd().split('\n');
    assert.equal(lines.at(-1), `✘ ${mixed.sentence}`);
    assert.ok(lines.some((line) => /^ProposalMutation\.answer +allowed +denied +DIFFERS +denied +denied$/.test(line)));
    assert.ok(lines.some((line) => /^all( +\d+){4,}$/.test(line)));
    assert.ok(
      lines.includes(
        '  differs: allowed instead of MUTATION_NOT_AUTHORIZED_ERROR: answer (other), createResult (other)',
      ),
    );
  });

  test('terminal: contains no control characters except optional colors', () => {
    wrong.results[0]!.exchanges[0]!.request.body = '\u009b31m';
    const text = terminalReport(wrong);
    assert.ok(![...text].some(isControlCharacter));
    assert.match(text, /\\u001b\[31m/);
    const coloured = terminalReport(wrong, { colors: true });
    assert.notEqual(coloured, text);
    assert.equal(stripVTControlCharacters(coloured), text);
  });

  test('terminal: shows that the stand-in is conformant', async () => {
    const text = terminalReport(await correctServerReport());
    assert.match(text, /✔ Conformant: \d+ passed/);
    assert.doesNotMatch(text, /✘|DIFFERS/);
  });

  test('markdown: keeps tables intact and hostile text inside code', () => {
    const text = markdownSummary(wrong);
    assert.ok(text.length < 65_536);
    const tables = text
      .replaceAll(/^```+sh$[^]*?^```+$/gm, '')
      .split('\n\n')
      .filter((part) => part.startsWith('|'));
    assert.ok(tables.length > 3);
    for (const rows of tables.map((table) => table.split('\n'))) {
      const widths = rows.map((row) => row.replaceAll(/\\\|/g, '').split('|').length);
      assert.deepEqual([...new Set(widths)], [widths[0]]);
    }
    const bare = text.replaceAll(/^(```+)sh$[^]*?^\1$/gm, '').replaceAll(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    assert.doesNotMatch(bare, /<script|<img|onerror/);
    assert.match(text, /And \d+ more failures/);
  });

  test('markdown: shows the verdict, the permissions and a failure', () => {
    const text = markdownSummary(mixed);
    assert.match(text, /^## ❌ Not conformant: /);
    assert.match(
      text,
      /\| ProposalMutation\.answer \| 🟢 allowed \| 🔒 denied <br>`MUTATION_NOT_AUTHORIZED_ERROR` \| ❌ differs/,
    );
    assert.match(text, /### answer\/role-other \(MUST\)/);
    assert.match(text, /```sh\ncurl .*\$PLENUM_OTHER_TOKEN.*\n```/);
  });
});
