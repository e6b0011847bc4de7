import type { SpokenDialect } from '../spoken.ts';
import { standIn as specification } from '../specification/stand-in.ts';

/** Decidim 0.32, as the stand-in answers. */
export const standIn: SpokenDialect = { ...specification, http: 'platform' };
