import { readdirSync } from 'node:fs';

// What a page needs is bundled once for all tests of this process. Those of the examples run beside it.
for (const file of readdirSync(import.meta.dirname))
  if (file.startsWith('check-') && file !== 'check-examples.ts') await import(`./${file}`);
