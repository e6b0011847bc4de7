import { readFileSync } from 'node:fs';

/** The version of the package. */
export const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve('plenum/package.json')), 'utf8')) as {
  version: string;
};
