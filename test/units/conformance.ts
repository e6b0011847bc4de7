import { importTests } from './import-tests.ts';

await importTests('conformance');
await importTests('test');
