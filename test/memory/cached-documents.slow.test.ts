import assert from 'node:assert/strict';
import test from 'node:test';
import { plenumArgs, startProcess } from '../support/process.ts';

const repeat = (count: number, create: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => create(index)).join(' ');

/** Documents of 20,000 to 50,000 characters. */
const documents: Record<string, (number: number) => string> = {
  'with many fields': (number) =>
    `query Q${number} { component(id: 2) { ${repeat(4900, (index) => `a${index}: id`)} } }`,
  'with a long list': (number) => `query Q${number} { component(id: [${'1 '.repeat(19_000)}]) { id } }`,
  'with many errors': (number) => `query Q${number} { ${repeat(1500, (index) => `unknown${index}`)} }`,
};

// A server whose cache counted characters kept thousands of such documents, with the tokens and errors of each.
// One dialect for each kind of executor, with more documents than a heap of this size can have.
for (const [dialect, rounds] of [
  ['specification', 15],
  ['decidim-0.32', 25],
] as const) {
  test(`${dialect}: dozens of large documents do not end a server with a small heap`, async (t) => {
    const command = [...plenumArgs, 'serve', '--port', '0', '--memory', '--dialect', dialect];
    const server = startProcess(t, process.execPath, ['--max-old-space-size=120', ...command]);
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
    for (let number = 0; number < rounds; number++)
      for (const create of Object.values(documents)) await send(create(number));
    assert.deepEqual(await send('{ __typename }'), { data: { __typename: 'Query' } });
    assert.equal(server.child.exitCode, null);
  });
}
