/** The name of a dialect. Apart from the dialects, because the declarations of the package have it, and not those of the server. */
export type DialectName =
  'specification' | 'decidim-0.29' | 'decidim-0.30' | 'decidim-0.31' | 'decidim-0.32' | 'decidim-develop';
