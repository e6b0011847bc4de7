import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Report } from '../model.ts';
import { createRedactor, redactValue } from '../../src/client/redactor.ts';
import type { Secret } from '../../src/client/target.ts';
import {
  runSampleReport,
  sampleCases,
  correctServerReport,
  startDummyTarget,
} from '../../test/support/sample-reports.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { writeReports } from './write-reports.ts';

const secretText = 's3cr3t/Tök+en"with\\all & <odd> 😀 letters';
const secrets = [
  { name: 'PLENUM_ADMIN_SECRET', secret: secretText },
  { name: 'folder/of/key', secret: 'a.second_one~1234' },
];

const json = JSON.stringify(secretText).slice(1, -1);
const encodings: Record<string, string> = {
  plain: secretText,
  'JSON-escaped': json,
  'JSON within JSON': JSON.stringify(json).slice(1, -1),
  'JSON with escaped slashes': json.replaceAll('/', String.raw`\/`),
  'URL-encoded': encodeURIComponent(secretText),
  'URL-encoded in lower case': encodeURIComponent(secretText).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  'a form': new URLSearchParams({ plain: secretText }).toString(),
  'a URL': encodeURI(secretText),
  base64: Buffer.from(secretText).toString('base64'),
  'base64 after a letter': Buffer.from(`k${secretText}`).toString('base64'),
  'base64 of Basic': Buffer.from(`ky:${secretText}:more`).toString('base64'),
  base64url: Buffer.from(`key:${secretText}`).toString('base64url'),
  HTML: secretText.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
};

/** Parts of the secrets that no report may contain. */
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

const redactReport = (report: Report, secretsOfReport: Secret[]): Report =>
  redactValue(
    report,
    createRedactor(() => secretsOfReport),
  );

describe('a redacted report', () => {
  let report: Report;
  before(async () => {
    report = await correctServerReport();
  });

  for (const [name, encoded] of Object.entries(encodings)) {
    test(`redacts a secret encoded as: ${name}`, () => {
      const { sentence } = redactReport({ ...report, results: [], sentence: `before ${encoded} after` }, secrets);
      assert.match(sentence, /^before .{0,8}PLENUM_ADMIN_SECRET.{0,12} after$/);
    });
  }

  test('redacts a secret everywhere in every file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redact-'));
    const echo = await startDummyTarget(({ authorization, body }) => ({
      body: JSON.stringify({
        data: { [secretText]: authorization },
        errors: [
          {
            message: `${secretText} ${authorization}`,
            extensions: { code: secretText, sent: body, encodings: [encodings['URL-encoded'], encodings['base64url']] },
          },
        ],
      }),
    }));
    const planted = await runSampleReport(echo, sampleCases, [{ id: 'answer/accepted', reason: secretText }]);
    const [first, second] = planted.results;
    first!.reason = `${secretText} and ${Buffer.from(secretText).toString('base64')}`;
    first!.description += secretText;
    second!.exchanges[0]!.request.headers['X-Key'] = secretText;
    second!.exchanges[0]!.request.headers['authorization'] =
      `Basic ${Buffer.from(`a:${secretText}`).toString('base64')}`;
    second!.exchanges[0]!.request.body = JSON.stringify({ query: '{a}', variables: { plain: secretText } });
    second!.exchanges[0]!.response!.text = secretText;
    second!.exchanges[0]!.differences.push({
      path: secretText,
      expected: { [secretText]: [secretText] },
      actual: `cut: ${secretText.slice(0, 12)}`,
    });
    planted.leftovers.push(secretText, secrets[1]!.secret);
    planted.target = { ...planted.target, url: `${planted.target.url}?key=${encodeURIComponent(secretText)}` };
    planted.waivers.push({ id: secretText, reason: secretText, problem: secretText });
    const files = writeReports(join(folder, 'out'), redactReport(planted, [...secrets, ...echo.secrets()]));
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      for (const trace of traces) assert.ok(!text.includes(trace), `${file} holds ${trace}`);
      assert.match(text, /PLENUM_ADMIN_SECRET/);
    }
    rmSync(folder, { recursive: true });
  });

  test('requests have the names of tokens, and what a case has as its own', () => {
    const sent = report.results.flatMap(({ exchanges }) => exchanges);
    const headers = new Set(sent.map(({ request }) => request.headers['Authorization']));
    for (const actor of ['ADMIN', 'MEMBER', 'OTHER']) assert.ok(headers.delete(`Bearer $PLENUM_${actor}_TOKEN`), actor);
    for (const header of ['Bearer ', 'Basic abc', 'Bearer not.a.token', undefined]) assert.ok(headers.delete(header));
    for (const header of headers) assert.match(header!, /^\w+ \$\{\w+\}/);
  });

  for (const [source, header] of [
    ['MY_TOKEN', 'Bearer $MY_TOKEN'],
    ['secrets/admin.txt', 'Bearer $PLENUM_ADMIN_TOKEN'],
  ] as const)
    test(`the name of a token that comes from ${source} is ${header}`, async () => {
      const target = { ...(await startInProcessTarget()), credentialSource: () => source };
      const { results } = await runSampleReport(target, sampleCases.slice(0, 1));
      assert.equal(results[0]!.exchanges[0]!.request.headers['Authorization'], header);
    });

  test('changes neither the original report nor other texts', () => {
    const copy = structuredClone(report);
    const clean = redactReport(report, [{ name: 'X', secret: '' }]);
    assert.deepEqual(report, copy);
    assert.equal(clean.sentence, report.sentence);
    assert.deepEqual(
      clean.results.map((result) => [result.id, result.milliseconds]),
      report.results.map((result) => [result.id, result.milliseconds]),
    );
  });
});
