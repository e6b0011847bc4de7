import { readFileSync } from 'node:fs';
import type { Requirement } from './case.ts';

/** Every requirement of the specification and of the dialects, in the order of the specification. */
export const requirements = JSON.parse(
  readFileSync(new URL('requirements.json', import.meta.url), 'utf8'),
) as Requirement[];
