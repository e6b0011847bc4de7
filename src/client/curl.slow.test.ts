import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startInProcessTarget } from '../targets/in-process.ts';
import type { Exchange, Report } from '../../conformance/model.ts';
import { curlCommand, quoteForBash } from './curl.ts';
import { hostileText, correctServerReport, wrongServerReport } from '../../test/support/sample-reports.ts';

const run = promisify(execFile);

describe('curlCommand', () => {
  let report: Report;
  let exchanges: Exchange[];
  before(async () => {
    report = await correctServerReport();
    exchanges = report.results.flatMap((result) => result.exchanges);
  });

  test('is valid bash and contains no token', async () => {
    const wrong = await wrongServerReport();
    const allExchanges = [...exchanges, ...wrong.results.flatMap((result) => result.exchanges)];
    const lines = allExchanges.map((exchange) => curlCommand(exchange, report.target.url));
    execFileSync('bash', ['-n'], { input: lines.join('\n') });
    assert.doesNotMatch(lines.join('\n'), /(admin|member|other)-token/);
    assert.ok(lines.every((line) => !line.includes('\n')));
  });

  test('repeats an exchange', async () => {
    const target = await startInProcessTarget({ listens: true });
    await target.reset?.();
    const exchange = exchanges.find(({ actor, response }) => actor === 'admin' && response?.text.includes('accepted'))!;
    const { stdout } = await run('bash', ['-c', curlCommand(exchange, target.url)], {
      env: { ...process.env, PLENUM_ADMIN_TOKEN: 'admin-token' },
    });
    await target.close();
    assert.match(stdout, /^HTTP\/1\.1 200 OK\r\n/);
    assert.deepEqual(JSON.parse(stdout.split('\r\n\r\n')[1]!), exchange.response!.json);
  });

  for (const [name, text] of [
    ['quotes and dollars', `it's "$HOME" \`id\` \\ !`],
    ['line breaks and tabs', `a\n\tb\r\n'c'\\d`],
    ['a control character before a digit', '\u00011\u001b[31m'],
    ['characters outside the Basic Multilingual Plane', 'é 😀'],
    ['controls of C1, marks of direction and invisible characters', `it's \u009b2J \u202e \u200d \u{e0041} \u2028`],
    ['an empty text', ''],
    ['an option', '-e @file'],
    ['hostile text', hostileText.replaceAll('\0', '')],
  ] as const) {
    test(`quotes ${name}`, () => {
      assert.equal(execFileSync('bash', ['-c', `printf %s ${quoteForBash(text)}`]).toString(), text);
    });
  }

  test('adds the Content-Type that fetch adds, and sends empty headers', () => {
    const exchange = {
      ...exchanges[0]!,
      actor: 'anonymous',
      request: { method: 'POST', headers: { Accept: '' }, body: '@x' },
    };
    assert.equal(
      curlCommand(exchange as Exchange, 'http://host/a?b=[1]&c'),
      `curl -sS -g -i -X 'POST' 'http://host/a?b=[1]&c' -H 'Accept;' -H 'Content-Type: text/plain;charset=UTF-8' --data-raw '@x'`,
    );
  });
});
