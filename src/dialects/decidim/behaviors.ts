import type { BehaviorNote } from '../suite-dialect.ts';
import type { DecidimOverrides, ValidationTraits } from './overrides.ts';
import { type ReleaseNumber, releaseNumbers } from './release.ts';

/** What the platform did not do before one release, or no longer does after another. */
export interface PlatformBehavior {
  /** The first release with it. Default: the oldest. */
  since?: ReleaseNumber;
  /** The last release with it. Default: the newest. */
  until?: ReleaseNumber;
  /** Loads what the server does because of it. Default: what its other members say. */
  load?(): Promise<DecidimOverrides>;
  /** How documents are validated. */
  validation?: Partial<ValidationTraits>;
  /** What clients notice of it in the fields that they select; the other releases behave like the newest. */
  notes?: BehaviorNote[];
}

const note = (message: string, ...coordinates: string[]): BehaviorNote => ({ coordinates, message });

const typesWithUrl =
  'Assembly Comment ComponentInterface Debate Meeting ParticipatoryProcess Post Proposal Result'.split(' ');

/** Every behavior that began or ended with a release. All releases share the rest. */
export const behaviors: Record<string, PlatformBehavior> = {
  resultMutations: {
    since: 'develop',
    load: async () => (await import('./releases/develop/results.ts')).overrides,
  },
  budgetMutations: {
    since: 'develop',
    load: async () => (await import('./releases/develop/budgets.ts')).overrides,
    notes: [
      note('answers with no taxonomies, although they are stored', 'BudgetMutation.createProject'),
      note('unselects the project and deletes its attachments, whatever it changes', 'BudgetMutation.updateProject'),
    ],
  },
  refusalsWithoutCodes: {
    until: '0.31',
    load: async () => (await import('./releases/0.31/refusals.ts')).overrides,
    notes: [
      note(
        'refuses without a code: what the viewer may not do is null, an unknown record is status 500, and invalid attributes are one text',
        'Mutation.component',
      ),
    ],
  },
  answersOnly: { until: '0.31', load: async () => (await import('./releases/0.31/answers-only.ts')).overrides },
  pathsWithoutLocale: {
    until: '0.31',
    load: async () => ({ behavior: { pathsWithoutLocale: true } }),
    notes: [note('has no locale in its path', ...typesWithUrl.map((type) => `${type}.url`))],
  },
  choicesAsTexts: {
    until: '0.31',
    load: async () => (await import('./releases/0.31/choices.ts')).overrides,
    notes: [
      note(
        'is a text in lower case, such as `in_person`; an enumeration since 0.32',
        'Meeting.iframeAccessLevel',
        'Meeting.iframeEmbedType',
        'Meeting.registrationType',
        'Meeting.typeOfMeeting',
      ),
    ],
  },
  formerFieldsOfSpaces: { until: '0.31', load: async () => (await import('./releases/0.31/spaces.ts')).overrides },
  hiddenComponentsAsNull: {
    until: '0.31',
    load: async () => (await import('./releases/0.31/hidden-components.ts')).overrides,
    notes: [note('has null in the place of each component that is not published', '*.components')],
  },
  authorsArePeople: {
    since: '0.31',
    until: '0.31',
    load: async () => (await import('./releases/0.31/authors.ts')).overrides,
    notes: [
      note(
        'is status 500 if the author is an API user',
        'Comment.author',
        'Debate.author',
        'Meeting.author',
        'Post.author',
      ),
    ],
  },
  likesOfPeople: {
    since: '0.31',
    until: '0.31',
    load: async () => (await import('./releases/0.31/lists.ts')).likesOfPeople,
    notes: [note('is status 500 if an API user is among them', 'Debate.likes', 'Post.likes', 'Proposal.likes')],
  },
  deletedUsers: {
    until: '0.31',
    load: async () => (await import('./releases/0.31/lists.ts')).deletedUsers,
    notes: [note('is null with an error if a deleted user would be in the list', 'Query.users')],
  },
  unpublishedSurveys: {
    until: '0.31',
    load: async () => (await import('./releases/0.31/lists.ts')).unpublishedSurveys,
    notes: [note('finds a survey that is not published', 'Surveys.survey')],
  },
  brokenComments: {
    until: '0.31',
    load: async () => (await import('./releases/0.31/comments.ts')).overrides,
    notes: [
      {
        coordinates: ['*.comments'],
        argument: { name: 'orderBy', values: ['best_rated', 'most_discussed'] },
        message: 'is status 500 in this order',
      },
    ],
  },
  hashesWithoutBlanks: {
    until: '0.31',
    load: async () => ({
      behavior: { answerFields: (await import('./behavior.ts')).createAnswerFields('=>') },
    }),
  },
  signOutOfInvalidTokensFails: { until: '0.31', load: async () => ({ http: { failsToSignOut: true } }) },
  skippedBytesInMessages: { until: '0.31', validation: { showsSkippedBytes: true } },
  anonymousRequests: {
    until: '0.30',
    load: async () => (await import('./releases/0.30/anonymous.ts')).overrides,
    notes: [
      note('is null: nobody can sign in', 'Query.session'),
      note(
        'is status 500: nobody can sign in',
        'CommentMutation.downVote',
        'CommentMutation.upVote',
        'CommentableMutation.addComment',
      ),
    ],
  },
  usersWithKeysArePeople: { until: '0.30', load: async () => (await import('./releases/0.30/people.ts')).overrides },
  statisticsWithoutLabels: {
    until: '0.30',
    load: async () => (await import('./releases/0.30/statistics.ts')).overrides,
    notes: [
      note('lists other statistics than 0.31, also those that are 0', '*.stats'),
      note('is a key, such as `users_count`; a translated text since 0.31', 'Statistic.name'),
    ],
  },
  namesBefore031: { until: '0.30', load: async () => (await import('./releases/0.30/former-names.ts')).overrides },
  projectsAsNull: {
    since: '0.30',
    until: '0.30',
    load: async () => (await import('./releases/0.30/projects.ts')).overrides,
    notes: [note('has null in the place of each project', 'Budget.projects')],
  },
  placelessErrorsOfNulls: { until: '0.30', load: async () => ({ execution: { hidesPlaceOfNulls: true } }) },
  repeatedAliasError: { until: '0.30', validation: { repeatsAliasError: true } },
  bodiesWithoutQuery: { until: '0.30', load: async () => ({ http: { acceptsMissingQuery: true } }) },
  redirectionsWithPage: { until: '0.30', load: async () => ({ http: { redirectsWithPage: true } }) },
  openIntrospection: { until: '0.29', validation: { hasOpenIntrospection: true } },
  categoriesAndScopes: { until: '0.29', load: async () => (await import('./releases/0.29/categories.ts')).overrides },
  datesOfStatuses: { until: '0.29', load: async () => (await import('./releases/0.29/values.ts')).overrides },
};

/** Whether a release has a behavior. */
export function hasBehavior(number: ReleaseNumber, { since, until }: PlatformBehavior): boolean {
  const place = releaseNumbers.indexOf(number);
  return (
    (since === undefined || releaseNumbers.indexOf(since) <= place) &&
    (until === undefined || place <= releaseNumbers.indexOf(until))
  );
}

/** Loads the behaviors of a release, in the order of the table, and nothing of the others. */
export const loadBehaviors = (number: ReleaseNumber, table = behaviors): Promise<DecidimOverrides[]> =>
  Promise.all(
    Object.values(table)
      .filter((behavior) => hasBehavior(number, behavior))
      .map(
        async ({ load, validation }): Promise<DecidimOverrides> => (await load?.()) ?? { execution: { ...validation } },
      ),
  );

/** How a release validates documents, and what clients notice of its behaviors. Loads nothing. */
export function documentBehavior(number: ReleaseNumber): {
  validation: Partial<ValidationTraits>;
  notes: BehaviorNote[];
} {
  const found = Object.values(behaviors).filter((behavior) => hasBehavior(number, behavior));
  return {
    validation: Object.assign({}, ...found.map(({ validation }) => validation)) as Partial<ValidationTraits>,
    notes: found.flatMap(({ notes = [] }) => notes),
  };
}
