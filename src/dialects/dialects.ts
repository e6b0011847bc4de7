import { decidim } from './decidim-0.32/decidim.ts';
import type { Dialect } from './dialect.ts';
import { specification } from './specification/specification.ts';

/** Every dialect, by its name. */
export const dialects: Record<string, Dialect> = Object.fromEntries(
  [specification, decidim].map((dialect) => [dialect.name, dialect]),
);
