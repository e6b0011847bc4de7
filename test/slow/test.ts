import { importTests } from '../units/import-tests.ts';

await importTests('test', ['test/memory', 'test/postgres', 'test/torture'], true);
