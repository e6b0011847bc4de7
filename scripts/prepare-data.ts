import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { prepareCases } from '../src/cases/load.ts';
import { namedWorlds } from '../src/records/named-worlds.ts';
import { preparedFiles } from '../src/records/packaged-worlds.ts';

// The build runs this file with the folder of the package.
const [, , folder = 'dist'] = process.argv;
for (const [file, content] of namedWorlds.flatMap(preparedFiles)) writeFileSync(join(folder, file), content);
writeFileSync(join(folder, 'fixtures', 'cases.json.gz'), gzipSync(JSON.stringify(prepareCases())));
