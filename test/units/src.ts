import { importTests } from './import-tests.ts';

await importTests('src', ['src/control', 'src/stand-in', 'src/dialects']);
