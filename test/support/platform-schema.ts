import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';

/** The schema of the platform, without resolvers. */
export const platformSchema = buildSchema(
  readFileSync(new URL('../../src/dialects/decidim/versions/0.32/schema.graphql', import.meta.url), 'utf8'),
);
