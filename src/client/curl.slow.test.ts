import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startInProcessTarget } from '../targets/in-process.ts';
import * as fc from 'fast-check';
import type { Exchange, Report } from '../../conformance/model.ts';
import { curlCommand, formatCurl } from './curl.ts';
import { correctServerReport, wrongServerReport } from '../../test/support/sample-reports.ts';

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

  test('expands nothing of what a client sent: curl gets each word as it is', () => {
    // A NUL cannot be an argument of a program.
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', '')),
      fc
        .array(
          fc.constantFrom(
            '`id`',
            '$(id)',
            '$TOKEN',
            '${x}',
            "'",
            '"',
            '\\',
            '!',
            '\n',
            '\u00011',
            '\u202e',
            '😀',
            '-e @f',
          ),
        )
        .map((parts) => parts.join('')),
    );
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', "P'UT"),
      url: text,
      headers: fc.dictionary(text, text, { noNullPrototype: true }),
      body: fc.option(text, { nil: undefined }),
    });
    const requests = fc.sample(request, { numRuns: 300, seed: 1 });
    const printArguments = `curl() { printf '%s\\0' "$@"; printf 'end\\0'; }`;
    const script = [printArguments, ...requests.map((each) => formatCurl(each))].join('\n');
    const printed = execFileSync('bash', { input: script, maxBuffer: 1e8 }).toString();
    const argumentsOf = ({ method, url, headers, body }: (typeof requests)[number]): string[] => [
      '-sS',
      '-g',
      ...(method === 'HEAD' ? ['--head'] : method === (body === undefined ? 'GET' : 'POST') ? [] : ['-X', method]),
      url,
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`]),
      ...(body === undefined ? [] : ['--data-raw', body]),
      'end',
    ];
    assert.equal(
      printed,
      requests
        .flatMap(argumentsOf)
        .map((each) => `${each}\0`)
        .join(''),
    );
  });

  test('shows no character that a terminal would interpret, and expands a variable for a token alone', () => {
    const headers = { Accept: '\u001b[2J\u202e $TOKEN', Authorization: { tokenVariable: 'TOKEN' } };
    assert.equal(
      formatCurl({ method: 'GET', url: 'http://host/api', headers }),
      `curl -sS -g 'http://host/api' -H $'Accept: \\033[2J\\342\\200\\256 $TOKEN' -H "Authorization: Bearer $TOKEN"`,
    );
  });

  test('adds the Content-Type that fetch adds, and sends empty headers', () => {
    const exchange = {
      ...exchanges[0]!,
      actor: 'anonymous',
      request: { method: 'POST', headers: { Accept: '', Authorization: 'Bearer $HOME' }, body: '@x' },
    };
    assert.equal(
      curlCommand(exchange as Exchange, 'http://host/a?b=[1]&c'),
      `curl -sS -g -i 'http://host/a?b=[1]&c' -H 'Accept;' -H 'Authorization: Bearer $HOME' -H 'Content-Type: text/plain;charset=UTF-8' --data-raw '@x'`,
    );
  });
});
