/** A field or a type that a release has under another name. */
export interface Renamed {
  before: string;
  after: string;
  /** What the reader cannot see from the names. */
  note?: string;
}

interface RenamedParts {
  types: Renamed[];
  /** Fields and input fields of all types. */
  fields: Renamed[];
}

/** What has another name since a release. A comparison of the schemas shows only that one part is gone and another one is new. */
export const renamedParts: Record<string, RenamedParts> = {
  'decidim-0.30': {
    types: [
      { before: 'ScopableInterface', after: 'TaxonomizableInterface' },
      { before: 'CategorizableInterface', after: 'TaxonomizableInterface' },
    ],
    fields: [
      { before: 'scope', after: 'taxonomies', note: 'a list: scopes and categories became taxonomies' },
      { before: 'category', after: 'taxonomies', note: 'the same' },
    ],
  },
  'decidim-0.31': {
    types: [
      { before: 'EndorsableInterface', after: 'LikeableInterface' },
      { before: 'TimelineEntry', after: 'Milestone' },
      { before: 'AnswerOption', after: 'ResponseOption' },
    ],
    fields: [
      { before: 'endorsements', after: 'likes' },
      { before: 'endorsementsCount', after: 'likesCount' },
      { before: 'endorsementCount', after: 'likeCount' },
      { before: 'timelineEntries', after: 'milestones' },
      { before: 'answerOptions', after: 'responseOptions' },
      { before: 'attendeeCount', after: 'attendeesCount' },
      { before: 'isWithdrawn', after: 'withdrawn', note: '0.30 has both' },
    ],
  },
  'decidim-0.32': {
    types: [
      {
        before: 'ProposalAttributes',
        after: 'AnswerProposalAttributes',
        note: '`ProposalAttributes` is another type now: the input of `createProposal`',
      },
    ],
    fields: [],
  },
  'decidim-develop': {
    types: [],
    fields: [
      { before: 'total_budget', after: 'totalBudget', note: 'the former name is deprecated' },
      { before: 'budget_amount', after: 'budgetAmount', note: 'the former name is deprecated' },
    ],
  },
};
