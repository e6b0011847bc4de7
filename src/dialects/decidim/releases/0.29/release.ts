import type { Release } from '../../release.ts';
import { decidim030 } from '../0.30/release.ts';

/** Decidim 0.29. */
export const decidim029: Release = {
  ...decidim030,
  name: 'decidim-0.29',
  number: '0.29',
  schema: [{ file: new URL('schema.graphql', import.meta.url) }],
  limits: { ...decidim030.limits, maxAliases: Infinity, maxRecursions: Infinity },
};
