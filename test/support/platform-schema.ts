import { readSchema } from '../../src/dialects/decidim/schema.ts';

/** The schema of Decidim 0.32, without resolvers. */
export const platformSchema = readSchema({ number: '0.32' });
