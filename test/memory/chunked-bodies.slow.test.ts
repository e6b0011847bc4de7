import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import test from 'node:test';
import { maxBodyBytes } from '../../src/server/http/body.ts';
import { plenumArgs, startProcess } from '../support/process.ts';

/** A body of the maximum size, in chunks of one byte. */
function chunkedRequest(): Buffer {
  const head =
    'POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const body = '{"query":"{ __typename }"}'.padEnd(maxBodyBytes);
  return Buffer.from(`${head}${body.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`);
}

/** How long a process has run on a core, in steps of 10 ms: what a client waits for on a machine that does nothing else. */
function cpuMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test('bodies in chunks of one byte neither end a server with a small heap nor delay others', async (t) => {
  const command = [...plenumArgs, 'serve', '--port', '0', '--memory'];
  const server = startProcess(t, process.execPath, ['--max-old-space-size=160', ...command]);
  const { hostname, port } = new URL((await server.waitForOutput('stdout', /^Plenum answers at (\S+)/m))[1]!);
  const bytes = chunkedRequest();
  const send = async (): Promise<string> => {
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(bytes);
    const [response] = (await once(socket, 'data')) as [Buffer];
    return response.toString();
  };
  const body = '{"query":"{ __typename }"}';
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const ask = async () => assert.equal((await fetch(`http://${hostname}:${port}/api`, init)).status, 200);
  // What the first request loads is no work of the chunks.
  await ask();
  const responses = Promise.all(Array.from({ length: 20 }, send));
  const start = cpuMilliseconds(server.child.pid!);
  await ask();
  const milliseconds = cpuMilliseconds(server.child.pid!) - start;
  // Node.js parses what it has of each body before it can be refused. Whole bodies take 10 s.
  assert.ok(milliseconds < 5000, `another client waited for ${milliseconds} ms of work`);
  for (const response of await responses) assert.match(response, /^HTTP\/1\.1 413 /);
  assert.equal(server.child.exitCode, null);
});
