import type { Release } from '../../release.ts';
import { decidim031 } from '../0.31/release.ts';

/** Decidim 0.30. */
export const decidim030: Release = {
  ...decidim031,
  name: 'decidim-0.30',
  number: '0.30',
  schema: [{ file: new URL('schema.graphql', import.meta.url) }],
  isAnonymous: true,
  missingOperations: {
    ...decidim031.missingOperations,
    'ProposalMutation.answer': 'The API of this release has no mutations of proposals.',
  },
  typeNames: {},
  undo: {},
};
