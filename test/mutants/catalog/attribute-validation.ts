import { invalidAttributes } from '../../../src/errors.ts';
import type { Mutant } from '../mutant.ts';
import { operationCoordinate, replaceInContract, mapAttributes } from '../transforms.ts';
import { type Attributes, type ServerChanges, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { withoutRecordChecks } from '../faulty-stores.ts';

/** A breakage that lets through what the store would stop. */
export const uncheckedMutant = (name: string, breaks: string, changes: ServerChanges): Mutant =>
  mutant(name, breaks, { store: withoutRecordChecks, ...changes });

/** A constraint that the contract no longer states. */
const without = (name: string, breaks: string, from: string, to = ''): Mutant =>
  uncheckedMutant(name, breaks, { contract: replaceInContract(from, to) });

/** The same on create and on update. */
const both = (name: string, fact: string, from: string, to = ''): Mutant[] => [
  without(`${name}, on create`, `create-meeting/${fact}`, from, to),
  without(`${name}, on update`, `update-meeting/${fact}`, from, to),
];

/** A breakage whose attributes are made right before they are judged. */
export const correctedInputMutant = (
  name: string,
  breaks: string,
  change: (attributes: Attributes) => Attributes,
): Mutant =>
  uncheckedMutant(name, breaks, { outerResolvers: { [operationCoordinate(breaks)]: mapAttributes(change) } });

const url = (attribute: string) =>
  [`${attribute}: String @constraint(format: "http-url")`, `${attribute}: String`] as const;
const anyScheme = (attribute: string) =>
  mapAttributes((attributes) =>
    URL.canParse(String(attributes[attribute])) ? { ...attributes, [attribute]: 'https://example.org' } : attributes,
  );
const anySchemes = ['create-meeting', 'update-meeting'].flatMap((operation) =>
  ['online', 'registration'].map((which) =>
    uncheckedMutant(`a URL of any scheme is taken: ${which}, ${operation}`, `${operation}/${which}-url-scheme`, {
      outerResolvers: {
        [operationCoordinate(operation)]: anyScheme(which === 'online' ? 'onlineMeetingUrl' : 'registrationUrl'),
      },
    }),
  ),
);

/** Taxonomies that there are not are refused, not dropped. */
const unknownRefused: ResolverWrapper = (resolve) => (source, args, context, info) => {
  const given = (args.input.attributes['taxonomies'] ?? []) as (string | number)[];
  const known = given.every((id) => context.store.find('taxonomies', id));
  if (!known) throw invalidAttributes([{ path: ['attributes', 'taxonomies'], message: 'must exist' }]);
  return resolve(source, args, context, info);
};
const allTaxonomies = ['create-meeting', 'update-meeting', 'create-result'].map((operation) =>
  uncheckedMutant(`unknown taxonomies are refused: ${operation}`, `${operation}/taxonomies`, {
    innerResolvers: { [operationCoordinate(operation)]: unknownRefused },
  }),
);

/** What may be said: values that are let through, and values that are refused for nothing. */
export const attributeValidationMutants: Mutant[] = [
  ...both('a blank title is taken', 'title-blank', 'title: String! @constraint(notBlank: true)', 'title: String!'),
  ...both(
    'a blank description is taken',
    'description-blank',
    'description: String! @constraint(notBlank: true)',
    'description: String!',
  ),
  ...both(
    'a blank address is taken',
    'address-blank',
    'address: String @constraint(notBlank: true)',
    'address: String',
  ),
  ...both('negative slots are taken', 'slots-negative', '@constraint(minimum: 0)\n'),
  ...both('a latitude has no bounds', 'latitude-out-of-range', '@constraint(minimum: -90, maximum: 90)'),
  ...both('a longitude has no bounds', 'longitude-out-of-range', '@constraint(minimum: -180, maximum: 180)'),
  ...both('anything is a URL to meet at', 'online-url-wrong', ...url('onlineMeetingUrl')),
  ...both('anything is a URL to register at', 'registration-url-wrong', ...url('registrationUrl')),
  ...anySchemes,
  ...allTaxonomies,
  ...both('a root taxonomy is taken for a meeting', 'taxonomies-root', '[ID!] @constraint(notRoot: true)', '[ID!]'),
  without(
    'a root taxonomy is taken for a result',
    'create-result/taxonomies-root',
    '[Int!] @constraint(notRoot: true)',
    '[Int!]',
  ),
  without(
    'progress has no upper bound',
    'create-result/progress-above',
    '@constraint(minimum: 0, maximum: 100)',
    '@constraint(minimum: 0)',
  ),
  without(
    'progress has no lower bound',
    'create-result/progress-below',
    '@constraint(minimum: 0, maximum: 100)',
    '@constraint(maximum: 100)',
  ),
  without('any parent is taken', 'create-result/parent-unknown', '@constraint(references: "results")'),
  without('any status is taken', 'create-result/status-unknown', '@constraint(references: "statuses")'),
  without('a title in another locale is enough', 'create-result/title-other-locale', ', defaultLocale: true'),
  without(
    'a blank external id is taken',
    'create-result/external-id-blank',
    'externalId: String @constraint(notBlank: true)',
    'externalId: String',
  ),
  without('any state is taken', 'answer/state-unknown', '@constraint(enum: ["accepted", "rejected", "evaluating"])'),
  without(
    'an answer may be withdrawn by not_answered',
    'answer/state-not-answered',
    '"evaluating"]',
    '"evaluating", "not_answered"]',
  ),
  without('evaluating is no state', 'answer/evaluating', '"rejected", "evaluating"]', '"rejected"]'),
  correctedInputMutant('a state is taken in any case', 'answer/state-upper-case', ({ state, ...given }) =>
    typeof state === 'string' ? { ...given, state: state.toLowerCase() } : { ...given, state },
  ),
  correctedInputMutant('a state that is null is left out', 'answer/state-null', ({ state, ...given }) =>
    state === null ? given : { ...given, state },
  ),
];
