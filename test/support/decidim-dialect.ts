import { createDecidimServerDialect } from '../../src/dialects/decidim/server.ts';
import { decidim032 } from '../../src/dialects/decidim/releases/0.32/release.ts';
import { decidimDevelop } from '../../src/dialects/decidim/releases/develop/release.ts';

/** The server's side of Decidim 0.32. */
export const decidimServerDialect = await createDecidimServerDialect(decidim032);

/** The server's side of the development version of Decidim. */
export const developServerDialect = await createDecidimServerDialect(decidimDevelop);
