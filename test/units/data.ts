import { importTests } from './import-tests.ts';

await importTests('src/dialects');
await importTests('src/records');
await importTests('src/store');
await importTests('src/worlds');
