import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder: of the sources, or of what is compiled from them. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const manifest = fileURLToPath(import.meta.resolve('plenum/package.json'));

/** The folder of the package, which also has its documentation. */
export const packageFolder = dirname(manifest);

/** The version of the package. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as {
  version: string;
};
