import type { Release } from '../../release.ts';
import { decidim032 } from '../0.32/release.ts';

const noMutationsOfMeetings = 'The API of this release has no mutations of meetings.';

/** Decidim 0.31. */
export const decidim031: Release = {
  name: 'decidim-0.31',
  number: '0.31',
  schema: [{ file: new URL('schema.graphql', import.meta.url) }],
  limits: decidim032.limits,
  missingOperations: {
    ...decidim032.missingOperations,
    'MeetingsMutation.createMeeting': noMutationsOfMeetings,
    'MeetingMutation.update': noMutationsOfMeetings,
  },
  typeNames: { AnswerProposalAttributes: 'ProposalAttributes' },
  fieldNames: {},
  attributeNames: {},
  attributePaths: {},
  undo: { unansweredState: 'not_answered' },
};
