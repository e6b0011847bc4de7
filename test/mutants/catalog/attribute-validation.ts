import { invalidAttributes } from '../../../src/errors.ts';
import type { Mutant, ResolverWrapper } from '../mutated-server.ts';
import {
  correctedInputMutant,
  mapAttributes,
  operationCoordinate,
  replaceInContract,
  uncheckedMutant,
} from '../transforms.ts';

const withoutConstraint = (name: string, killedBy: string, from: string, to = ''): Mutant =>
  uncheckedMutant(name, killedBy, { contract: replaceInContract(from, to) });

/** The same mutant for create and for update. */
const onCreateAndUpdate = (name: string, caseName: string, from: string, to = ''): Mutant[] => [
  withoutConstraint(`${name}, on create`, `create-meeting/${caseName}`, from, to),
  withoutConstraint(`${name}, on update`, `update-meeting/${caseName}`, from, to),
];

const withoutUrlFormat = (attribute: string) =>
  [`${attribute}: String @constraint(format: "http-url")`, `${attribute}: String`] as const;
const acceptAnyScheme = (attribute: string) =>
  mapAttributes((attributes) =>
    URL.canParse(String(attributes[attribute])) ? { ...attributes, [attribute]: 'https://example.org' } : attributes,
  );
const schemeMutants = ['create-meeting', 'update-meeting'].flatMap((operation) =>
  ['online', 'registration'].map((prefix) =>
    uncheckedMutant(`a URL may have any scheme: ${prefix}, ${operation}`, `${operation}/${prefix}-url-scheme`, {
      outerResolvers: {
        [operationCoordinate(operation)]: acceptAnyScheme(prefix === 'online' ? 'onlineMeetingUrl' : 'registrationUrl'),
      },
    }),
  ),
);

const rejectUnknownTaxonomies: ResolverWrapper = (resolve) => (source, args, context, info) => {
  const ids = (args.input.attributes['taxonomies'] ?? []) as (string | number)[];
  if (!ids.every((id) => context.store.find('taxonomies', id)))
    throw invalidAttributes([{ path: ['attributes', 'taxonomies'], message: 'must exist' }]);
  return resolve(source, args, context, info);
};
const taxonomyMutants = ['create-meeting', 'update-meeting', 'create-result'].map((operation) =>
  uncheckedMutant(`unknown taxonomies are rejected: ${operation}`, `${operation}/taxonomies`, {
    innerResolvers: { [operationCoordinate(operation)]: rejectUnknownTaxonomies },
  }),
);

const rejectBlankTitles: ResolverWrapper = (resolve) => (source, args, context, info) => {
  const texts = Object.values((args.input.attributes['title'] ?? {}) as Record<string, string>);
  if (texts.some((text) => text.trim() === ''))
    throw invalidAttributes([{ path: ['attributes', 'title'], message: 'cannot be blank' }]);
  return resolve(source, args, context, info);
};

/** Servers that accept invalid attributes, or reject valid ones. */
export const attributeValidationMutants: Mutant[] = [
  ...onCreateAndUpdate(
    'a title may be blank',
    'title-blank',
    'title: String! @constraint(notBlank: true)',
    'title: String!',
  ),
  ...onCreateAndUpdate(
    'a description may be blank',
    'description-blank',
    'description: String! @constraint(notBlank: true)',
    'description: String!',
  ),
  ...onCreateAndUpdate(
    'an address may be blank',
    'address-blank',
    'address: String @constraint(notBlank: true)',
    'address: String',
  ),
  ...onCreateAndUpdate('the number of slots may be negative', 'slots-negative', '@constraint(minimum: 0)\n'),
  ...onCreateAndUpdate('a latitude has no range', 'latitude-out-of-range', '@constraint(minimum: -90, maximum: 90)'),
  ...onCreateAndUpdate(
    'a longitude has no range',
    'longitude-out-of-range',
    '@constraint(minimum: -180, maximum: 180)',
  ),
  ...onCreateAndUpdate(
    'an online meeting URL may be any text',
    'online-url-wrong',
    ...withoutUrlFormat('onlineMeetingUrl'),
  ),
  ...onCreateAndUpdate(
    'a registration URL may be any text',
    'registration-url-wrong',
    ...withoutUrlFormat('registrationUrl'),
  ),
  ...schemeMutants,
  ...taxonomyMutants,
  ...onCreateAndUpdate(
    'a meeting may have a root taxonomy',
    'taxonomies-root',
    '[ID!] @constraint(notRoot: true)',
    '[ID!]',
  ),
  withoutConstraint(
    'a result may have a root taxonomy',
    'create-result/taxonomies-root',
    '[Int!] @constraint(notRoot: true)',
    '[Int!]',
  ),
  withoutConstraint(
    'progress has no maximum',
    'create-result/progress-above',
    '@constraint(minimum: 0, maximum: 100)',
    '@constraint(minimum: 0)',
  ),
  withoutConstraint(
    'progress has no minimum',
    'create-result/progress-below',
    '@constraint(minimum: 0, maximum: 100)',
    '@constraint(maximum: 100)',
  ),
  withoutConstraint(
    'the parent of a result may be unknown',
    'create-result/parent-unknown',
    '@constraint(references: "results")',
  ),
  withoutConstraint(
    'the status of a result may be unknown',
    'create-result/status-unknown',
    '@constraint(references: "statuses")',
  ),
  withoutConstraint(
    'a title does not need the default locale',
    'create-result/title-other-locale',
    ', defaultLocale: true',
  ),
  withoutConstraint(
    'an external id must not be empty',
    'create-result/external-id-empty',
    '"Stored as it is."\n  externalId: String\n',
    '"Stored as it is."\n  externalId: String @constraint(notBlank: true)\n',
  ),
  uncheckedMutant('a title must not be blank in any locale', 'create-result/title-blank-in-another-locale', {
    outerResolvers: { [operationCoordinate('create-result')]: rejectBlankTitles },
  }),
  withoutConstraint(
    'a state may be any text',
    'answer/state-unknown',
    '@constraint(enum: ["accepted", "rejected", "evaluating"])',
  ),
  withoutConstraint(
    'not_answered is a valid state',
    'answer/state-not-answered',
    '"evaluating"]',
    '"evaluating", "not_answered"]',
  ),
  withoutConstraint('evaluating is not a valid state', 'answer/evaluating', '"rejected", "evaluating"]', '"rejected"]'),
  correctedInputMutant('a state may be in upper case', 'answer/state-upper-case', ({ state, ...others }) =>
    typeof state === 'string' ? { ...others, state: state.toLowerCase() } : { ...others, state },
  ),
  correctedInputMutant('a null state is ignored', 'answer/state-null', ({ state, ...others }) =>
    state === null ? others : { ...others, state },
  ),
];
