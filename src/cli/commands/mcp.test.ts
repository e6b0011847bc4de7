import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startControlServer } from '../../../test/support/control-server.ts';
import { listenOnFreePort } from '../../../test/support/raw-http.ts';
import { captureCommand } from '../../../test/support/process.ts';
import { mcpCommand } from './mcp.ts';

describe('plenum mcp --url', { timeout: 30_000 }, () => {
  test('refuses a server that is no stand-in, and sends it nothing but GET / without the token', async (t) => {
    const requests: string[] = [];
    const { url } = await listenOnFreePort(t, ({ method, url: path, headers }, response) => {
      requests.push(`${method} ${path} ${headers.authorization}`);
      response.setHeader('Content-Type', 'application/json').end('{"name":"decidim"}');
    });
    await assert.rejects(captureCommand(mcpCommand, ['--url', `${url}/api`, '--control-token', 'secret']), {
      message: `connectStandIn: ${url}/api cannot be used: its GET / does not name Plenum`,
      exitCode: 4,
    });
    assert.deepEqual(requests, ['GET / undefined']);
  });

  test('refuses a stand-in whose control it may not use', async (t) => {
    const { url } = await startControlServer(t, { controlToken: 'secret' });
    await assert.rejects(captureCommand(mcpCommand, ['--url', url]), {
      message:
        /cannot be used: The control API needs the header Authorization: Bearer with the value of --control-token/,
      exitCode: 4,
    });
  });
});
