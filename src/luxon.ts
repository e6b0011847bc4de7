import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let loaded: typeof import('luxon') | undefined;

/** Loads luxon when it is first used: times in UTC, as in the worlds of the package, need little of it. */
export const luxon = (): typeof import('luxon') => (loaded ??= require('luxon') as typeof import('luxon'));
