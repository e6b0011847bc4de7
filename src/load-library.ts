import { createRequire } from 'node:module';

// A server starts without these libraries, and many never need them.
const require = createRequire(import.meta.url);

/** Loads ajv, if it is not loaded yet. */
export const loadAjv = (): typeof import('ajv') => require('ajv') as typeof import('ajv');

/** Loads qs, if it is not loaded yet. */
export const loadQs = (): typeof import('qs') => require('qs') as typeof import('qs');
