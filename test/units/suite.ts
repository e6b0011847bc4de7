import { importTests } from './import-tests.ts';

const others = ['control', 'dialects', 'records', 'stand-in', 'store', 'worlds'];
await importTests(
  'src',
  others.map((each) => `src/${each}`),
);
await importTests('conformance');
await importTests('test');
