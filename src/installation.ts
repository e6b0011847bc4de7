import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root folder: of the sources, or of what is compiled from them. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** The version of the package. */
export const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve('plenum/package.json')), 'utf8')) as {
  version: string;
};
