import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedWorlds } from '../src/records/named-worlds.ts';
import { prepareRecords, preparedFile } from '../src/records/packaged-worlds.ts';

// The build runs this file with the folder of the package.
const [, , folder = 'dist'] = process.argv;
for (const name of namedWorlds) writeFileSync(join(folder, preparedFile(name)), JSON.stringify(prepareRecords(name)));
