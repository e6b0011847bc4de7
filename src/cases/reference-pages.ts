import { readFileSync } from 'node:fs';

/** Where a page of the platform's reference and the measured platform disagree. */
interface Disagreement {
  /** What the page says, in our words. */
  page: string;
  measured: string;
  /** The id of a case, or a recorded exchange as `FILE#NAME`. */
  shownBy: string;
}

/** A page of the platform's own reference of its API. */
export interface ReferencePage {
  /** The path in the documentation, such as `api/reference/components/meetings/create`. */
  path: string;
  /** The coordinate of a mutation, the code of an error, or a topic. */
  documents: string;
  /** The first release with the page. */
  since: string;
  /** Why no requirement rests on the page. */
  uncovered?: string;
  differs?: Disagreement[];
}

/** Every page of the reference, ordered by path. */
export const referencePages = JSON.parse(
  readFileSync(new URL('reference-pages.json', import.meta.url), 'utf8'),
) as ReferencePage[];

/** The address of a page in the published documentation of the platform. */
export const referenceUrl = (path: string): string => `https://docs.decidim.org/en/develop/develop/${path}.html`;
