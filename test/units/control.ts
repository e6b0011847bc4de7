import { importTests } from './import-tests.ts';

await importTests('src/control');
await importTests('src/stand-in');
