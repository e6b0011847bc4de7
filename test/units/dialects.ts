import { importTests } from './import-tests.ts';

await importTests('src/dialects');
