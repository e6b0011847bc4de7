import { type ReleaseNumber, releaseNumbers } from '../dialect-name.ts';
import { isInReleases } from '../suite-dialect.ts';
import { type DecidimOverrides, type PlatformBehavior, note } from './resource.ts';
import { coordinates } from './resources/interfaces.ts';
import { resources } from './resources/resources.ts';

const typesWithUrl =
  'Assembly Comment ComponentInterface Debate Meeting ParticipatoryProcess Post Proposal Result'.split(' ');

/** What began or ended with a release in all resources: errors, sign-in and the way of requests. */
const ofRequests: Record<string, PlatformBehavior> = {
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
  // 0.32 put the locale into the paths of its pages.
  pathsWithoutLocale: {
    until: '0.31',
    behavior: { pathsWithoutLocale: true },
    notes: [note('has no locale in its path', ...typesWithUrl.map((type) => `${type}.url`))],
  },
  signOutOfInvalidTokensFails: { until: '0.31', http: { failsToSignOut: true } },
  // The lexer of graphql-ruby 2.4 prints an unknown character in another way than that of 2.6.
  skippedBytesInMessages: { until: '0.31', execution: { showsSkippedBytes: true } },
  // The API had no sign-in until 0.31: every request is anonymous, and everybody may start a mutation.
  anonymousRequests: {
    until: '0.30',
    auth: { Mutation: null },
    http: { hasSignIn: false },
    notes: [note('is null: nobody can sign in', 'Query.session')],
  },
  // Fields that ended with 0.30 and have values, and one whose interface began with 0.31.
  fieldsBefore031: {
    until: '0.30',
    resolvers: { ParticipatoryProcess: { hashtag: () => '', scopesEnabled: () => true }, Proposal: { coordinates } },
    notes: [note('has null members where a proposal has no place', 'Proposal.coordinates')],
  },
  // An earlier graphql-ruby.
  placelessErrorsOfNulls: { until: '0.30', execution: { hidesPlaceOfNulls: true } },
  repeatedAliasError: { until: '0.30', execution: { repeatsAliasError: true } },
  // An earlier Rails, and an earlier controller of the API.
  bodiesWithoutQuery: { until: '0.30', http: { acceptsMissingQuery: true } },
  redirectionsWithPage: { until: '0.30', http: { redirectsWithPage: true } },
  // 0.30 closed introspection to all but administrators.
  openIntrospection: { until: '0.29', execution: { hasOpenIntrospection: true } },
};

/** Every behavior that began or ended with a release; later ones replace the resolvers of earlier ones. All releases share the rest. */
export const behaviors: Record<string, PlatformBehavior> = Object.assign(
  {},
  ofRequests,
  ...resources.map((each) => each.behaviors),
);

/** The behaviors of a release, in the order of the table. */
export const behaviorsOf = (number: ReleaseNumber, table = behaviors): PlatformBehavior[] =>
  Object.values(table).filter((behavior) => isInReleases(behavior, { name: number, releases: releaseNumbers }));

/** Merges a member of behaviors by name; later behaviors replace what earlier ones have. */
export const mergeMember = <K extends keyof DecidimOverrides>(
  found: readonly Pick<PlatformBehavior, K>[],
  member: K,
): NonNullable<DecidimOverrides[K]> =>
  Object.assign({}, ...found.map((each) => each[member])) as NonNullable<DecidimOverrides[K]>;
