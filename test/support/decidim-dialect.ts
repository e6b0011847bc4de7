import { loadServerDialect } from '../../src/dialects/dialects.ts';

/** The server's side of Decidim 0.32. */
export const decidimServerDialect = await loadServerDialect('decidim-0.32');

/** The server's side of the development version of Decidim. */
export const developServerDialect = await loadServerDialect('decidim-develop');
