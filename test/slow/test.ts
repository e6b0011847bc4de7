import { importTests } from '../units/import-tests.ts';

await importTests('test', [], true);
