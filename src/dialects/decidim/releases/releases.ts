import type { Release } from '../release.ts';
import { decidim029 } from './0.29/release.ts';
import { decidim030 } from './0.30/release.ts';
import { decidim031 } from './0.31/release.ts';
import { decidim032 } from './0.32/release.ts';
import { decidimDevelop } from './develop/release.ts';

/** The releases of Decidim, the oldest first. To add one, add its data here. */
export const releases: Release[] = [decidim029, decidim030, decidim031, decidim032, decidimDevelop];
