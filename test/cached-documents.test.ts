import assert from 'node:assert/strict';
import test from 'node:test';
import { suiteDialects } from '../src/dialects/dialects.ts';
import { startProcess } from './support/process.ts';

const repeat = (count: number, create: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => create(index)).join(' ');

/** Documents of about 20,000 characters: valid ones, and ones with many errors. */
const documents: Record<string, (number: number) => string> = {
  'of fields': (number) => `query Q${number} { organization { ${'name { locales } '.repeat(300)} } }`,
  'of literals': (number) =>
    `query Q${number} { organization { name { translations(locales: [${'"en" '.repeat(4000)}]) { text } } } }`,
  'with comments': (number) => `query Q${number} { __typename } ${'#\n'.repeat(10_000)}`,
  'with unknown fields': (number) => `query Q${number} { ${repeat(1500, (index) => `unknown${index}`)} }`,
  'with unknown arguments': (number) =>
    `query Q${number} { ${repeat(800, (index) => `component(id: 1, unknown${index}: 1) { id }`)} }`,
};

// A server whose cache counted characters kept thousands of such documents, with the tokens and errors of each.
for (const dialect of Object.keys(suiteDialects)) {
  test(`${dialect}: hundreds of large documents do not end a server with a small heap`, async (t) => {
    const command = ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0', '--memory', '--dialect', dialect];
    const server = startProcess(t, process.execPath, ['--max-old-space-size=200', ...command]);
    const [, url] = await server.waitForOutput('stdout', /^Plenum answers at (\S+)/m);
    const send = async (query: string) => {
      const response = await fetch(url!, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
        body: JSON.stringify({ query }),
      });
      assert.equal(response.status, 200);
      return (await response.json()) as { data?: object; errors?: object[] };
    };
    for (let number = 0; number < 40; number++)
      for (const create of Object.values(documents)) await send(create(number));
    assert.deepEqual(await send('{ __typename }'), { data: { __typename: 'Query' } });
    assert.equal(server.child.exitCode, null);
  });
}
