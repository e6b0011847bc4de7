import { readFileSync } from 'node:fs';
import type { Requirement } from './case.ts';

/** Every requirement of the specification and of the dialects, in the order of the specification. */
export const requirements = JSON.parse(
  readFileSync(new URL('requirements.json', import.meta.url), 'utf8'),
) as Requirement[];

/** The address of a page in the published reference of the platform; `path` is one of the pages of a requirement. */
export const referenceUrl = (path: string): string => `https://docs.decidim.org/en/develop/develop/${path}.html`;
