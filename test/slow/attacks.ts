import { importTests } from '../units/import-tests.ts';

await importTests('test/memory', [], true);
await importTests('test/postgres', [], true);
await importTests('test/torture', [], true);
