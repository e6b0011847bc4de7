import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { generateAgentDocs } from '../scripts/generate-agent-docs.ts';

const root = new URL('../', import.meta.url);

test('SKILL.md, llms.txt and the table of tools are those of the documentation, and their links lead somewhere', async () => {
  for (const [file, text] of Object.entries(await generateAgentDocs())) {
    assert.equal(readFileSync(new URL(file, root), 'utf8'), text, `${file}: run npm run codegen`);
    if (file.startsWith('docs/')) continue;
    for (const [, path] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      assert.ok(existsSync(new URL(path!, root)), path);
  }
});
