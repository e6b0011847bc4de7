import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startControlServer } from '../../../test/support/control-server.ts';
import { listenOnFreePort } from '../../../test/support/controlled-server.ts';
import { captureCommand } from '../../../test/support/run-command.ts';
import { runDocument } from '../mcp/document-tools.ts';
import { StandInClient } from '../mcp/stand-in-client.ts';
import { mcpCommand } from './mcp.ts';

describe('plenum mcp --url', () => {
  test('refuses a server that is no stand-in, and sends it nothing but GET /', async (t) => {
    const requests: string[] = [];
    const { url } = await listenOnFreePort(t, ({ method, url: path }, response) => {
      requests.push(`${method} ${path}`);
      response.setHeader('Content-Type', 'application/json').end('{"name":"decidim"}');
    });
    await assert.rejects(captureCommand(mcpCommand, ['--url', `${url}/api`, '--control-token', 'secret']), {
      message: `${url}/api is no stand-in of Plenum: its GET / must say so. This command talks to no other server; plenum serve starts one.`,
      exitCode: 4,
    });
    assert.deepEqual(requests, ['GET /']);
  });

  test('refuses a stand-in whose control it may not use, and uses one of which it has the token', async (t) => {
    const { url } = await startControlServer(t, { controlToken: 'secret' });
    await assert.rejects(captureCommand(mcpCommand, ['--url', url]), {
      message: `the control of ${url} cannot be used: The control API needs the header Authorization: Bearer with the value of --control-token, or with the token that the start has printed.`,
      exitCode: 4,
    });
    const client = await StandInClient.open({ url, controlToken: 'secret' });
    await client.control('PUT /__admin/snapshots/{name}', { params: { name: 'one' }, session: 'a' });
    const { snapshots } = await client.control('GET /__admin/snapshots', { session: 'a' });
    assert.deepEqual(
      snapshots.map(({ name }) => name),
      ['one'],
    );
    await assert.rejects(client.control('POST /__admin/snapshots/{name}/restore', { params: { name: 'one' } }), {
      message: 'There is no snapshot "one".\nThe member that is wrong: name',
    });
  });

  test('runs an anonymous document in a new session of a stand-in whose control needs a token', async (t) => {
    const { url } = await startControlServer(t, { controlToken: 'secret' });
    const client = await StandInClient.open({ url, controlToken: 'secret' });
    const context = { client, readSdl: () => Promise.reject(new Error('not used')) };
    const { status, data } = (await runDocument.run({ document: '{ __typename }', session: 'a' }, context)) as {
      status: number;
      data: unknown;
    };
    assert.deepEqual({ status, data }, { status: 200, data: { __typename: 'Query' } });
  });
});
