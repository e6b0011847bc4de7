// Apart from the dialects, because the declarations of the package have this, and not those of the server.

/** The releases of Decidim, the oldest first. */
export const releaseNumbers = ['0.29', '0.30', '0.31', '0.32', 'develop'] as const;
export type ReleaseNumber = (typeof releaseNumbers)[number];

/** The name of a dialect. */
export type DialectName = 'specification' | `decidim-${ReleaseNumber}`;
