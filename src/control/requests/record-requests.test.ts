import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../../test/support/control-server.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7';

test('a recorded request keeps a valid traceparent, and of a later version what this one knows; any other counts as none', async (t) => {
  const { query, world } = await startControlServer(t);
  const rows: [header: string, kept?: string][] = [
    [`00-${trace}-01`, `00-${trace}-01`],
    [`cc-${trace}-01-what-the-future-brings`, `cc-${trace}-01`],
    [`00-${trace}-01-more`],
    [`ff-${trace}-01`],
    [`00-${trace}-0`],
    [`00-${trace.toUpperCase()}-01`],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    [`00-${trace}-01, 00-${trace}-01`],
    [''],
  ];
  for (const [traceparent] of rows) await query('{ component(id: 2) { id } }', { traceparent });
  assert.deepEqual(
    world.requests.find().map((exchange) => exchange.traceparent),
    rows.map(([, kept]) => kept),
  );
  assert.equal('traceparent' in world.requests.find()[2]!, false);
});
