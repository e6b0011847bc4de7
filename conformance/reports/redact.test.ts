import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Report } from '../judge/verdict.ts';
import { redactReport } from './redact.ts';
import {
  runSampleReport,
  sampleCases,
  correctServerReport,
  startDummyTarget,
} from '../../test/support/sample-reports.ts';
import { writeReports } from './write-reports.ts';

const plain = 's3cr3t/Tök+en"with\\all & <odd> 😀 letters';
const secrets = [
  { name: 'PLENUM_ADMIN_SECRET', secret: plain },
  { name: 'folder/of/key', secret: 'a.second_one~1234' },
];

const json = JSON.stringify(plain).slice(1, -1);
const forms: Record<string, string> = {
  itself: plain,
  'JSON-escaped': json,
  'JSON within JSON': JSON.stringify(json).slice(1, -1),
  'JSON in ASCII': json.replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
  'JSON with escaped slashes': json.replaceAll('/', String.raw`\/`),
  'URL-encoded': encodeURIComponent(plain),
  'URL-encoded in lower case': encodeURIComponent(plain).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  'a form': new URLSearchParams({ plain }).toString(),
  'a URL': encodeURI(plain),
  base64: Buffer.from(plain).toString('base64'),
  'base64 after a letter': Buffer.from(`k${plain}`).toString('base64'),
  'base64 of Basic': Buffer.from(`ky:${plain}:more`).toString('base64'),
  base64url: Buffer.from(`key:${plain}`).toString('base64url'),
  HTML: plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'HTML by numbers': [...plain].map((each) => `&#x${each.codePointAt(0)!.toString(16)};`).join(''),
};

/** Four letters in a row of a secret are found wherever they stand, in the forms that a report writes as well. */
const traces = [
  's3cr3t',
  'k%C3%B6',
  'second_one',
  'member-token',
  'admin-token',
  'other-token',
  'czNjcjN0',
  'odd',
  '&lt;odd',
];

describe('redact', () => {
  let report: Report;
  before(async () => {
    report = await correctServerReport();
  });

  for (const [name, form] of Object.entries(forms)) {
    test(`finds a secret as ${name}`, () => {
      const said = redactReport({ ...report, sentence: `before ${form} after` }, secrets).sentence;
      assert.match(said, /^before .{0,8}PLENUM_ADMIN_SECRET.{0,12} after$/);
    });
  }

  test('replaces a secret in every place of a report, in every file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redact-'));
    const echo = await startDummyTarget(({ authorization, body }) => ({
      body: JSON.stringify({
        data: { [plain]: authorization },
        errors: [{ message: `${plain} ${authorization}`, extensions: { code: plain, sent: body, forms } }],
      }),
    }));
    const planted = await runSampleReport(echo, sampleCases, [
      { case: 'answer/accepted', reason: plain, expires: '2026-12-31' },
    ]);
    const [first, second] = planted.results;
    first!.reason = `${plain} and ${Buffer.from(plain).toString('base64')}`;
    first!.case.description += plain;
    second!.exchanges[0]!.request.headers['X-Key'] = plain;
    second!.exchanges[0]!.request.headers['authorization'] = `Basic ${Buffer.from(`a:${plain}`).toString('base64')}`;
    second!.exchanges[0]!.request.body = JSON.stringify({ query: '{a}', variables: { plain } });
    second!.exchanges[0]!.response!.text = plain;
    second!.exchanges[0]!.differences.push({
      path: plain,
      expected: { [plain]: [plain] },
      actual: `cut: ${plain.slice(0, 12)}`,
    });
    planted.leftovers.push(plain, secrets[1]!.secret);
    planted.target = { ...planted.target, url: `${planted.target.url}?key=${encodeURIComponent(plain)}` };
    planted.waivers.push({ case: plain, reason: plain, expires: '2026-12-31', problem: plain });
    const files = writeReports(join(folder, 'out'), planted, secrets);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      for (const trace of traces) assert.ok(!text.includes(trace), `${file} holds ${trace}`);
      assert.match(text, /PLENUM_ADMIN_SECRET/);
    }
    rmSync(folder, { recursive: true });
  });

  test('names a token that was sent, though nobody said it was a secret', () => {
    const clean = redactReport(report, []);
    const sent = clean.results.flatMap(({ exchanges }) => exchanges);
    const names = new Set(sent.map(({ request: { headers } }) => headers['Authorization']));
    assert.deepEqual(
      names,
      new Set([
        'Bearer $PLENUM_ADMIN_TOKEN',
        'Bearer $PLENUM_MEMBER_TOKEN',
        'Bearer $PLENUM_OTHER_TOKEN',
        'Bearer not.a.token',
        'Basic abc',
        undefined,
      ]),
    );
    assert.deepEqual(redactReport(clean, []), clean);
  });

  test('writes the name of the credential into the header where it is a variable', () => {
    for (const [name, header] of [
      ['MY_TOKEN', 'Bearer $MY_TOKEN'],
      ['secrets/admin.txt', 'Bearer $PLENUM_ADMIN_TOKEN'],
    ] as const) {
      const clean = redactReport(report, [{ name, secret: 'admin-token' }]);
      const sent = clean.results.flatMap(({ exchanges }) => exchanges).find(({ actor }) => actor === 'admin')!.request;
      assert.equal(sent.headers['Authorization'], header);
    }
  });

  test('leaves the report that it is given, and what is no secret', () => {
    const copy = structuredClone(report);
    const clean = redactReport(report, [{ name: 'X', secret: '' }]);
    assert.deepEqual(report, copy);
    assert.equal(clean.sentence, report.sentence);
    assert.deepEqual(
      clean.results.map((result) => [result.case.id, result.milliseconds]),
      report.results.map((result) => [result.case.id, result.milliseconds]),
    );
  });
});
