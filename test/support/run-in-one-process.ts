import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';

// The tests that start no process of their own share this one: what they are made of is loaded once.
const root = new URL('../../', import.meta.url);
const alone = new Set((process.env['ALONE'] ?? '').split('\n'));
const files = ['src', 'conformance', 'tools', 'test'].flatMap((folder) =>
  (readdirSync(new URL(folder, root), { recursive: true }) as string[]).map((file) => `${folder}/${file}`),
);
const together = files.filter((file) => file.endsWith('.test.ts') && !alone.has(file)).toSorted();
assert.notEqual(together.length, 0, 'no test was found');
for (const file of together) await import(new URL(file, root).href);
