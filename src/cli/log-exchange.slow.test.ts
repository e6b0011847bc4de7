import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { runCommand } from '../../test/support/process.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { serveCommand } from './commands/serve.ts';

interface Line {
  event: string;
  milliseconds?: number;
}

/** Runs `serve` while `use` sends requests to its URL; returns the lines of the log. */
async function logOf(t: TestContext, args: string[], use: (url: string) => Promise<unknown>) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  let log = '';
  let listening!: (url: string) => void;
  const url = new Promise<string>((resolve) => (listening = resolve));
  const done = runCommand(serveCommand, ['--port', '0', '--memory', '--world', demoWorld, ...args], {
    environment: {},
    print: (text) => listening(/^Plenum answers at (\S+)/.exec(text)![1]!),
    printError: (text) => (log += text),
    progress() {},
    colors: false,
    signal: stop.signal,
  });
  await use(await url);
  stop.abort('SIGTERM');
  await done;
  return log.trimEnd().split('\n');
}

const json = { 'Content-Type': 'application/json' };
const send = (url: string, body: object, headers = {}) =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

async function sendSome(url: string): Promise<void> {
  await send(url, { query: 'query Home { component(id: 2) { id } }' }, { Authorization: 'Bearer member-token' });
  await send(url, { query: '{ component(id: 2) { id } }' });
  await send(url, { query: '{ component { id } organization }' });
  await fetch(`${url}/sign_in?secret=admin-secret-0123456789`, { method: 'POST', headers: json, body: '{}' });
}

const requestLines = (lines: string[]): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event === 'request');

describe('the log', () => {
  for (const dialect of ['specification', 'decidim-0.32'])
    test(`of ${dialect} has a line for each request`, async (t) => {
      const lines = await logOf(t, ['--log', 'json', '--dialect', dialect], sendSome);
      const requests = requestLines(lines).map(({ milliseconds, ...fields }) => {
        assert.equal(typeof milliseconds, 'number');
        return Object.entries(fields)
          .slice(3)
          .map(([name, value]) => `${name}=${value}`)
          .join(' ');
      });
      assert.deepEqual(requests, [
        'method=POST path=/api operation=Home actor=2 status=200',
        'method=POST path=/api operation=Query.component actor=anonymous status=200',
        `method=POST path=/api operation=Query.component actor=anonymous status=200 errors=${
          dialect === 'specification' ? 'uncoded' : 'missingRequiredArguments,selectionMismatch'
        }`,
        'method=POST path=/api/sign_in actor=anonymous status=403',
      ]);
    });

  test('has lines of text by default', async (t) => {
    const lines = await logOf(t, [], sendSome);
    assert.match(
      lines[1]!,
      /^\S+ request method=POST path=\/api operation=Home actor=2 status=200 milliseconds=\d+(\.\d+)?$/,
    );
    assert.equal(lines.filter((line) => / request /.test(line)).length, 4);
    assert.doesNotMatch(lines.join(), /token|secret/);
  });

  test('has no line at all with none', async (t) => {
    assert.deepEqual(await logOf(t, ['--log', 'none', '--host', '0.0.0.0'], sendSome), ['']);
  });

  test('shortens and escapes the name of an operation', async (t) => {
    const operationName = `\u001b[2J x status=500\n${'y'.repeat(900)}`;
    const lines = await logOf(t, [], (url) => send(url, { query: '{ __typename }', operationName }));
    assert.match(lines[1]!, / operation="\\u001b\[2J x status=500\\ny{70,90}…" actor=anonymous status=200 /);
    assert.equal(lines.length, 3);
  });
});
