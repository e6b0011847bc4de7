import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawArchitecture } from '../../scripts/draw-architecture.mjs';
import { root } from './pages.ts';

test('the picture of the rooms shows their imports; npm run codegen draws it', () => {
  const picture = drawArchitecture();
  assert.match(picture, /^ {2}store --> records$/m);
  const page = readFileSync(join(root, 'docs/explanation/architecture.md'), 'utf8');
  assert.equal(/```mermaid\n(.*?)\n```/s.exec(page)?.[1], picture);
});
