import type { IResolvers } from '@graphql-tools/utils';
import type { AuthDirective } from '../../graphql/directives.ts';
import type { Visibility } from '../../graphql/visibility.ts';
import type { Behavior } from '../behavior.ts';
import { type ReleaseNumber, releaseNumbers } from '../dialect-name.ts';
import type { AttributeValidator, Permissions } from '../server-dialect.ts';
import { type BehaviorNote, type ReleaseRange, isInReleases } from '../suite-dialect.ts';
import { createAnswerFields } from './behavior.ts';
import { answerAttributes } from './forms/attribute-rules.ts';
import * as former from './former.ts';
import { overrides as budgetMutations } from './releases/develop/budgets.ts';
import { overrides as resultMutations } from './releases/develop/results.ts';

/** Validates the attributes of one input type; locale maps that are not listed are not checked. */
export type AttributeRules = Omit<AttributeValidator, 'localeMaps'> & Partial<Pick<AttributeValidator, 'localeMaps'>>;

/** What the client gets for a refusal: null without an error, an error without a code, or status 500. */
export type RefusalForm = 'null' | 'message' | 'serverError';

/** How a release validates documents. */
export interface ValidationTraits {
  /** Whether the error about too many aliases is in the response twice. */
  repeatsAliasError: boolean;
  /** Whether everybody may use introspection. */
  hasOpenIntrospection: boolean;
  /** Whether messages about an unknown character show as many bytes up to it as were skipped before it. */
  showsSkippedBytes: boolean;
}

/** How a release executes requests. */
export interface ExecutionTraits extends ValidationTraits {
  /** By the code of the refusal, for all operations or for each. Default: an error with the code. */
  refusalForms: Record<string, RefusalForm | { query: RefusalForm; mutation: RefusalForm }>;
  /** Whether errors about a null have no location and no path. */
  hidesPlaceOfNulls: boolean;
}

/** How a release answers HTTP requests. */
export interface HttpTraits {
  /** Whether there are endpoints for sign-in and sign-out, and tokens. */
  hasSignIn: boolean;
  /** Whether signing out with a text that is no token fails. */
  failsToSignOut: boolean;
  /** Whether a body in JSON without `query` is a request without a query; a server error otherwise. */
  acceptsMissingQuery: boolean;
  /** Whether a redirection has a page. */
  redirectsWithPage: boolean;
}

/** What the server does because of a behavior. Every member adds to those of other behaviors, or replaces them by name. */
export interface DecidimOverrides {
  /** By type and field. */
  resolvers?: IResolvers;
  /** Roles by schema coordinate; null removes the contract's `@auth`, so that only the permission decides. */
  auth?: Record<string, AuthDirective | null>;
  /** What fields show in place of records that the viewer may not see, by schema coordinate. */
  refusals?: Visibility['refusals'];
  /** By schema coordinate. */
  permissions?: Permissions;
  /** By the name of the attributes' input type. */
  attributeRules?: Record<string, AttributeRules>;
  behavior?: Partial<Behavior>;
  execution?: Partial<ExecutionTraits>;
  http?: Partial<HttpTraits>;
}

/**
 * What the platform does only since a release or only until a release: what the server does because of it, and what clients notice
 * of it in the fields that they select.
 */
export interface PlatformBehavior extends ReleaseRange<ReleaseNumber>, DecidimOverrides {
  notes?: BehaviorNote[];
}

const note = (message: string, ...coordinates: string[]): BehaviorNote => ({ coordinates, message });

const typesWithUrl =
  'Assembly Comment ComponentInterface Debate Meeting ParticipatoryProcess Post Proposal Result'.split(' ');

/** Every behavior that began or ended with a release; later rows replace the resolvers of earlier ones. All releases share the rest. */
export const behaviors: Record<string, PlatformBehavior> = {
  // Mutations that are in no release yet.
  resultMutations: { since: 'develop', ...resultMutations },
  budgetMutations: {
    since: 'develop',
    ...budgetMutations,
    notes: [
      note('answers with no taxonomies, although they are stored', 'BudgetMutation.createProject'),
      note('unselects the project and deletes its attachments, whatever it changes', 'BudgetMutation.updateProject'),
    ],
  },

  // Codes of errors began with 0.32. Before, a client cannot tell why something is null.
  refusalsWithoutCodes: {
    until: '0.31',
    execution: {
      refusalForms: {
        ATTRIBUTE_VALIDATION_ERROR: 'message',
        INVALID_LOCALE_ERROR: 'serverError',
        MUTATION_NOT_AUTHORIZED_ERROR: 'null',
        NOT_FOUND_ERROR: { query: 'null', mutation: 'serverError' },
        UNAUTHORIZED_FIELD_ERROR: 'null',
        UNAUTHORIZED_OBJECT_ERROR: 'null',
        VALIDATION_ERROR: 'message',
      },
    },
    notes: [
      note(
        'refuses without a code: what the viewer may not do is null, an unknown record is status 500, and invalid attributes are one text',
        'Mutation.component',
      ),
    ],
  },
  // The only mutation of a component is `answer`. Its attributes have the name that 0.32 gives to those of a proposal.
  answersOnly: {
    until: '0.31',
    resolvers: former.answersOnly,
    attributeRules: { ProposalAttributes: answerAttributes },
  },
  // 0.32 put the locale into the paths of its pages.
  pathsWithoutLocale: {
    until: '0.31',
    behavior: { pathsWithoutLocale: true },
    notes: [note('has no locale in its path', ...typesWithUrl.map((type) => `${type}.url`))],
  },
  // The database has texts; 0.32 shows them as enumerations.
  choicesAsTexts: {
    until: '0.31',
    resolvers: former.choicesAsTexts,
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
  // `accessMode` replaced two fields of spaces.
  privateSpaces: { until: '0.31', resolvers: former.privateSpaces },
  formerTexts: { until: '0.31', resolvers: former.formerTexts },
  // 0.32 leaves out what a viewer may not see.
  hiddenComponentsAsNull: {
    until: '0.31',
    resolvers: former.hiddenComponentsAsNull,
    notes: [note('has null in the place of each component that is not published', '*.components')],
  },
  // API users began with 0.31, where `Author` has no type for them.
  authorsArePeople: {
    since: '0.31',
    until: '0.31',
    resolvers: former.authorsArePeople,
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
  // They like in 0.31, where a list of them has the same defect.
  likesOfPeople: {
    since: '0.31',
    until: '0.31',
    resolvers: former.likesOfPeople,
    notes: [note('is status 500 if an API user is among them', 'Debate.likes', 'Post.likes', 'Proposal.likes')],
  },
  // 0.32 leaves deleted users out. Before, nobody may see them, and so nobody sees the list.
  deletedUsers: {
    until: '0.31',
    refusals: { 'Query.users': 'error' },
    notes: [note('is null with an error if a deleted user would be in the list', 'Query.users')],
  },
  // The list of 0.32 was wrong in its first patches; the stand-in is as the last one.
  usersOfLaterPatches: {
    since: '0.32',
    notes: [note('is null with an error in 0.32.0 and 0.32.1 if a user was deleted', 'Query.users')],
  },
  // 0.31 made the parts of a position required.
  requiredPositions: {
    since: '0.31',
    notes: [note('is null with an error where a record has no place; until 0.30 without one', '*.coordinates')],
  },
  requiredUrls: {
    notes: [note('is required: a meeting without a URL is null with an error', 'Meeting.onlineMeetingUrl')],
  },
  // Only lists asked whether a survey is published.
  unpublishedSurveys: {
    until: '0.31',
    resolvers: former.unpublishedSurveys,
    notes: [note('finds a survey that is not published', 'Surveys.survey')],
  },
  // Two orders and the rights of API users are status 500. A vote of the other kind is an error; in 0.32 it is status 500.
  brokenComments: {
    until: '0.31',
    resolvers: former.brokenComments,
    notes: [
      {
        coordinates: ['*.comments'],
        argument: { name: 'orderBy', values: former.brokenOrders },
        message: 'is status 500 in this order',
      },
    ],
  },
  // Ruby prints a hash as `{"a"=>1}`, and since its version 3.4 as `{"a" => 1}`.
  hashesWithoutBlanks: { until: '0.31', behavior: { answerFields: createAnswerFields('=>') } },
  signOutOfInvalidTokensFails: { until: '0.31', http: { failsToSignOut: true } },
  // The lexer of graphql-ruby 2.4 prints an unknown character in another way than that of 2.6.
  skippedBytesInMessages: { until: '0.31', execution: { showsSkippedBytes: true } },

  // The API had no sign-in until 0.31: every request is anonymous, and everybody may start a mutation.
  anonymousRequests: {
    until: '0.30',
    auth: { Mutation: null },
    http: { hasSignIn: false },
    resolvers: former.anonymousRequests,
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
  // There are no API users: the users of the store with a key are people.
  usersWithKeysArePeople: { until: '0.30', resolvers: former.usersWithKeysArePeople },
  // 0.31 gave statistics translated names and left out those that are 0; it removed metrics.
  statisticsWithoutLabels: {
    until: '0.30',
    resolvers: former.statisticsWithoutLabels,
    notes: [
      note('lists other statistics than 0.31, also those that are 0', '*.stats'),
      note('is a key, such as `users_count`; a translated text since 0.31', 'Statistic.name'),
    ],
  },
  // Fields that ended with 0.30 and have values, and one whose interface began with 0.31.
  fieldsBefore031: { until: '0.30', resolvers: former.fieldsBefore031 },
  // A defect of this release alone.
  projectsAsNull: {
    since: '0.30',
    until: '0.30',
    resolvers: former.projectsAsNull,
    notes: [note('has null in the place of each project', 'Budget.projects')],
  },
  // An earlier graphql-ruby.
  placelessErrorsOfNulls: { until: '0.30', execution: { hidesPlaceOfNulls: true } },
  repeatedAliasError: { until: '0.30', execution: { repeatsAliasError: true } },
  // An earlier Rails, and an earlier controller of the API.
  bodiesWithoutQuery: { until: '0.30', http: { acceptsMissingQuery: true } },
  redirectionsWithPage: { until: '0.30', http: { redirectsWithPage: true } },

  // 0.30 closed introspection to all but administrators.
  openIntrospection: { until: '0.29', execution: { hasOpenIntrospection: true } },
  // Records have one category and one scope; 0.30 turned both into taxonomies.
  categoriesAndScopes: { until: '0.29', resolvers: former.categoriesAndScopes },
  // The times of a status are days, and the version of the platform cannot be hidden.
  daysOfStatuses: { until: '0.29', resolvers: former.daysOfStatuses },
};

/** The behaviors of a release, in the order of the table. */
export const behaviorsOf = (number: ReleaseNumber, table = behaviors): PlatformBehavior[] =>
  Object.values(table).filter((behavior) => isInReleases(behavior, { name: number, releases: releaseNumbers }));

/** Merges a member of behaviors by name; later behaviors replace what earlier ones have. */
export const mergeMember = <K extends keyof DecidimOverrides>(
  found: readonly PlatformBehavior[],
  member: K,
): NonNullable<DecidimOverrides[K]> =>
  Object.assign({}, ...found.map((each) => each[member])) as NonNullable<DecidimOverrides[K]>;
