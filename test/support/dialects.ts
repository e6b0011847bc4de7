import { schemaOf } from '../../src/client/dialect-schema.ts';
import { loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { hasCoordinate } from '../../src/graphql/schema.ts';

/** The names of the dialects that have an operation of the contract, by its schema coordinate. */
export const dialectsWith = (operation: string): string[] =>
  Object.values(suiteDialects)
    .filter((dialect) => hasCoordinate(schemaOf(dialect), operation))
    .map(({ name }) => name);

/** The server's side of Decidim 0.32. */
export const decidimServerDialect = await loadServerDialect('decidim-0.32');

/** The server's side of the development version of Decidim. */
export const developServerDialect = await loadServerDialect('decidim-develop');
