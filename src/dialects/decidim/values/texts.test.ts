import assert from 'node:assert/strict';
import test from 'node:test';
import { compareLocales } from './texts.ts';

test('shorter locales come first, then lower bytes, counted in UTF-8', () => {
  const ordered = ['', 'ca', 'en', 'es', 'é', 'aaa', 'aé', 'éa', 'ca-FR', 'pt-BR', 'a\u{ffff}é', 'a\u{10000}a'];
  assert.deepEqual(ordered.toReversed().toSorted(compareLocales), ordered);
  assert.equal(compareLocales('en', 'en'), 0);
});
