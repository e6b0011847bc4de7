import assert from 'node:assert/strict';
import test from 'node:test';
import { ambiguousDocuments, countWrites, mutationWithBlockString } from '../../../test/support/ambiguous-documents.ts';
import { startBesideUpstream } from '../../../test/support/beside-upstream.ts';
import { suiteDialects } from '../../dialects/dialects.ts';

test('the documents have a mutation for one of the grammars', () => {
  for (const [title, query] of ambiguousDocuments) assert.ok(countWrites(query) > 0, title);
});

for (const dialect of Object.keys(suiteDialects))
  test(`in ${dialect}, no document with a mutation that only another server finds reaches the upstream`, async (t) => {
    const { graphql, received } = await startBesideUpstream(t, { dialect });
    for (const [, query] of [...ambiguousDocuments, ['', mutationWithBlockString]] as const)
      for (const operationName of [undefined, 'A', 'B'])
        await graphql(query, { Authorization: 'Bearer of-the-deployment' }, { operationName });
    assert.deepEqual(
      received.map(({ body }) => body),
      [],
    );
    // Without the rest, such a query is forwarded.
    await graphql('query A { unknownField }', {}, { operationName: 'A' });
    assert.equal(received.length, 1);
  });
