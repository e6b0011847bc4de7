import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Report } from '../model.ts';
import { markdownSummary } from './markdown.ts';
import { wrongRoleReport, correctServerReport, wrongServerReport } from '../../test/support/sample-reports.ts';
import { terminalReport } from './terminal.ts';
import { expectedInWords } from '../../src/cases/match.ts';
import { shortPath } from './contents.ts';
import { waiversOf } from '../verdict.ts';

const isControlCharacter = (character: string): boolean =>
  (character < ' ' && character !== '\n') || /[\u007f-\u009f]/.test(character);

describe('terminalReport and markdownSummary', () => {
  let mixed: Report;
  let wrong: Report;
  before(async () => {
    mixed = await wrongRoleReport();
    wrong = await wrongServerReport();
  });

  test('terminal: shows the requirement, the differences and the curl command of a failure', () => {
    const text = terminalReport(mixed);
    const [failure] = text.split('\n\n');
    const { description } = mixed.results.find(({ id }) => id === 'answer/role-other')!;
    assert.match(failure!, /^✘ 2 × errors: "one error, MUTATION_NOT_AUTHORIZED_ERROR" expected, \[\] received\n/);
    assert.ok(failure!.includes(`\n  answer/role-other (MUST)\n  ${description}\n`), failure);
    assert.match(failure!, /\n {2}auth\.answer \(section 5\): Only administrators can answer proposals\./);
    assert.match(failure!, /\n {2}step 1, other: HTTP 200\n {4}errors\n {6}expected "one error, /);
    assert.match(failure!, /\n {2}curl .* -H "Authorization: Bearer \$PLENUM_OTHER_TOKEN" --data-raw/);
    assert.match(failure!, /\n {2}also create-result\/role-other$/);
  });

  test('says in words what is expected, and keeps the end of a long path', () => {
    assert.equal(expectedInWords({ $is: 'date-time' }), 'a date-time with an offset');
    assert.equal(
      expectedInWords({ $not: { $some: { $is: 'id' } } }),
      'anything but a list with an id, which is digits in a text',
    );
    assert.equal(expectedInWords({ $is: 'id', more: 1 }), '{"$is":"id","more":1}');
    assert.equal(shortPath('data.component.createMeeting.createdAt', 20), '…teMeeting.createdAt');
  });

  test('names each waived result with its reason, and each waiver that excuses nothing', async () => {
    const report = await wrongRoleReport([
      { id: 'answer/role-other', reason: 'The town knows it.', expires: '2026-12-31' },
      { id: 'answer/accepted', reason: 'It passes.' },
      { id: 'answer/none', reason: 'There is none.' },
      { id: 'create-result/role-other', reason: 'Another dialect.', target: 'decidim' },
      { id: 'create-result/role-other', reason: 'Too late.', expires: '2025-12-31' },
    ]);
    const lines = [
      'answer/role-other is waived until 2026-12-31: The town knows it.',
      'the waiver of answer/accepted excuses nothing: it passes: remove the waiver',
      'the waiver of answer/none excuses nothing: nothing of this run has this id',
      'the waiver of create-result/role-other excuses nothing: it expired on 2025-12-31',
    ];
    assert.ok(terminalReport(report).includes(`\nWaivers\n  ${lines.join('\n  ')}\n\n`));
    for (const line of lines) assert.ok(markdownSummary(report).includes(line), line);
    assert.equal(report.verdict, 'not conformant');
    assert.deepEqual(
      waiversOf(report).map(({ id, target }) => [id, target]),
      [
        ['answer/role-other', undefined],
        ['create-result/role-other', 'specification'],
      ],
    );
  });

  test('terminal: ends with the verdict', () => {
    const lines = terminalReport(mixed).trimEnd().split('\n');
    assert.equal(lines.at(-1), `✘ ${mixed.sentence}`);
    assert.ok(lines.some((line) => /^all( +\d+){4,}$/.test(line)));
  });

  test('terminal: contains no control characters except optional colors', () => {
    const hostile = structuredClone(wrong);
    const [exchange] = hostile.results[0]!.exchanges;
    exchange!.request.body = '\u009b31m';
    exchange!.differences[0]!.path = 'data.\u001b[31mred';
    const text = terminalReport(hostile);
    assert.ok(![...text].some(isControlCharacter));
    assert.match(text, /data\.\\u001b\[31mred/);
    const coloured = terminalReport(hostile, { colors: true });
    assert.notEqual(coloured, text);
    assert.equal(stripVTControlCharacters(coloured), text);
  });

  test('sums up by reason what did not run', () => {
    const results = mixed.results.map((result, index) => ({
      ...result,
      ...(index < 3 && { outcome: 'could not run' as const, reason: 'the town has no budgets' }),
      ...(index === 3 && { outcome: 'could not run' as const, reason: 'the target had stopped responding' }),
    }));
    const report: Report = { ...mixed, results };
    const { id } = results[3]!;
    assert.ok(terminalReport(report).includes('\nNot run\n  3 cases could not run: the town has no budgets\n'));
    assert.ok(terminalReport(report).includes(`\n  ${id} could not run: the target had stopped responding\n`));
    assert.ok(markdownSummary(report).includes('\n- `3 cases could not run: the town has no budgets`\n'));
  });

  test('says that several responses are allowed', () => {
    const oneOf = [{ errorCode: 'NOT_FOUND_ERROR', path: ['a', 'b'], data: null }, { status: [400, 422] }];
    const failure = mixed.results.find(({ outcome }) => outcome === 'failed')!;
    const exchanges = failure.exchanges.map((exchange) => ({ ...exchange, expected: { oneOf } }));
    const report: Report = { ...mixed, results: [{ ...failure, exchanges }] };
    const text = 'compared with the nearest of the responses that the case allows';
    assert.ok(terminalReport(report).includes(`\n  ${text}\n`));
    assert.ok(markdownSummary(report).includes(text));
  });

  test('terminal: shows that the stand-in is conformant', async () => {
    const text = terminalReport(await correctServerReport());
    assert.match(text, /✔ Conformant: \d+ passed/);
    assert.doesNotMatch(text, /✘/);
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
    assert.match(text, /and \d+ more|And \d+ more/);
  });

  test('markdown: shows the verdict, the outcomes by operation and a failure', () => {
    const text = markdownSummary(mixed);
    assert.match(text, /^## ❌ Not conformant: /);
    assert.match(text, /\n\| answer \| \d+ \| 1 \| 0 \| \d+ \|\n/);
    assert.match(text, /### 2 × `errors: .*`, such as answer\/role-other \(MUST\)/);
    assert.match(text, /```sh\ncurl .*\$PLENUM_OTHER_TOKEN.*\n```/);
  });
});
