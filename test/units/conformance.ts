import { importTests } from './import-tests.ts';

await importTests('conformance');
await importTests('tools');
await importTests('test');
