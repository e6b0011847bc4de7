import { readSchema } from '../../src/dialects/decidim/schema/read-schema.ts';
import { decidim032 } from '../../src/dialects/decidim/releases/0.32/release.ts';

/** The schema of Decidim 0.32, without resolvers. */
export const platformSchema = readSchema(decidim032);
