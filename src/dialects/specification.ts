import { GraphQLError, parse, specifiedRules, validate } from 'graphql';
import { commonDescriptions, fieldDescriptions } from '../graphql/common-descriptions.ts';
import { readDescriptions, setDescriptions } from '../graphql/descriptions.ts';
import { createGraphqlExecutor } from '../graphql/executor.ts';
import type { MeetingAttributes } from '../graphql/generated-types.ts';
import { createLimitsRule } from '../graphql/limits.ts';
import { buildContractSchema, createExecutableSchema, readContractSdl } from '../graphql/schema.ts';
import type { Meeting } from '../records/records.ts';
import { graphqlOverHttp } from '../server/http/graphql-over-http.ts';
import { resolvers } from '../server/resolvers/resolvers.ts';
import { findChildResults, roundToTwoDecimals } from '../server/resolvers/results.ts';
import { existingTaxonomyIds } from '../server/resolvers/taxonomies.ts';
import { mergeTranslation, parseLocaleMap } from '../server/resolvers/translations.ts';
import type { Behavior } from './behavior.ts';
import type { ServerDialect } from './server-dialect.ts';
import type { AttributePath, DocumentRules, SuiteDialect } from './suite-dialect.ts';

/** The fields of an answer (specification, section 2.2). An omitted attribute keeps the stored value, null clears it. */
const answerFields: Behavior['answerFields'] = (
  { state, cost, answerContent, costReport, executionPeriod },
  _,
  { store },
) => ({
  state,
  cost,
  answer: parseLocaleMap(answerContent),
  costReport: parseLocaleMap(costReport),
  executionPeriod: parseLocaleMap(executionPeriod),
  answeredAt: store.now(),
});

/**
 * The progress of a result in percent, or null: the mean of its children's progress by weight, without children that have
 * no progress; if there are none, the stored value.
 */
const resultProgress: Behavior['resultProgress'] = (result, store) => {
  const children = findChildResults(result, store)
    .map((child) => ({ weight: Math.max(child.weight ?? 1, 0), progress: resultProgress(child, store) }))
    .filter((child): child is { weight: number; progress: number } => child.progress !== null);
  if (children.length === 0) return result.progress;
  const totalWeight = children.reduce((sum, { weight }) => sum + weight, 0);
  // If all weights are 0, the children have equal weights.
  const total = children.reduce((sum, { weight, progress }) => sum + (totalWeight > 0 ? weight : 1) * progress, 0);
  return roundToTwoDecimals(total / (totalWeight > 0 ? totalWeight : children.length));
};

/** The values of omitted attributes on create, and of null attributes. */
const defaultFields = ({ registrationType }: MeetingAttributes) => ({
  address: null,
  latitude: null,
  longitude: null,
  location: null,
  locationHints: null,
  onlineMeetingUrl: null,
  iframeAccessLevel: null,
  iframeEmbedType: 'NONE' as const,
  registrationUrl: null,
  registrationTerms: null,
  registrationsEnabled: registrationType === 'ON_THIS_PLATFORM',
  availableSlots: 0,
  taxonomyIds: [],
});

/** Returns the value of an attribute: null stands for the default, and an omitted attribute for the stored value. */
const valueOf = <T>(value: T | null | undefined, defaultValue: T, stored: T): T =>
  value === undefined ? stored : (value ?? defaultValue);

/** The fields of a meeting (specification, section 2.3). An omitted attribute keeps the stored value; texts of other locales stay. */
const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  const defaults = defaultFields(attributes);
  const stored = previous ?? { title: null, description: null, ...defaults };
  const formatTime = (text: string) => store.formatDateTime(store.parseDateTime(text));
  const { taxonomies } = attributes;
  return {
    title: mergeTranslation(stored.title, locale, attributes.title)!,
    description: mergeTranslation(stored.description, locale, attributes.description)!,
    location: mergeTranslation(stored.location, locale, attributes.location),
    locationHints: mergeTranslation(stored.locationHints, locale, attributes.locationHints),
    registrationTerms: mergeTranslation(stored.registrationTerms, locale, attributes.registrationTerms),
    startTime: formatTime(attributes.startTime),
    endTime: formatTime(attributes.endTime),
    typeOfMeeting: attributes.typeOfMeeting,
    registrationType: attributes.registrationType,
    address: valueOf(attributes.address, defaults.address, stored.address),
    latitude: valueOf(attributes.latitude, defaults.latitude, stored.latitude),
    longitude: valueOf(attributes.longitude, defaults.longitude, stored.longitude),
    onlineMeetingUrl: valueOf(attributes.onlineMeetingUrl, defaults.onlineMeetingUrl, stored.onlineMeetingUrl),
    iframeAccessLevel: valueOf(attributes.iframeAccessLevel, defaults.iframeAccessLevel, stored.iframeAccessLevel),
    iframeEmbedType: valueOf<Meeting['iframeEmbedType']>(
      attributes.iframeEmbedType,
      defaults.iframeEmbedType,
      stored.iframeEmbedType,
    ),
    registrationUrl: valueOf(attributes.registrationUrl, defaults.registrationUrl, stored.registrationUrl),
    registrationsEnabled: valueOf(
      attributes.registrationsEnabled,
      defaults.registrationsEnabled,
      stored.registrationsEnabled,
    ),
    availableSlots: valueOf(attributes.availableSlots, defaults.availableSlots, stored.availableSlots),
    taxonomyIds: valueOf<number[]>(
      taxonomies && existingTaxonomyIds(taxonomies, store),
      defaults.taxonomyIds,
      stored.taxonomyIds,
    ),
  };
};

/** Limits that no honest client meets. */
export const executionLimits = { depth: 30, cost: 200_000, tokens: 20_000, definitions: 500 };

/** The dialect that follows the specification, over the SDL of the contract or of a changed contract. */
export const createSpecification = (contract = readContractSdl()): ServerDialect => ({
  createSchema: () =>
    setDescriptions(createExecutableSchema(contract, resolvers), () => [
      // A resolver of a scalar takes the place of its description.
      readDescriptions(buildContractSchema()),
      fieldDescriptions,
      commonDescriptions,
    ]),
  createExecutor: (schema, authorize) => createGraphqlExecutor(schema, executionLimits, authorize),
  behavior: {
    maxPageSize: 1000,
    meetingFields,
    answerFields,
    resultProgress,
  },
  http: graphqlOverHttp,
});

/** The default dialect. */
export const serverDialect = createSpecification();

/** The rules of the specification for documents, with the texts of graphql-js. */
export function createSpecificationDocumentRules(): DocumentRules {
  const schema = buildContractSchema();
  const rules = [...specifiedRules, createLimitsRule(executionLimits)];
  const errorsOf = (document: string): readonly GraphQLError[] => {
    try {
      return validate(schema, parse(document, { maxTokens: executionLimits.tokens }), rules);
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  };
  return {
    schema,
    maxPageSize: serverDialect.behavior.maxPageSize,
    notes: [],
    renamed: { types: [], fields: [] },
    check: (document) => ({
      errors: errorsOf(document).map(({ message, extensions }) => ({ message, extensions })),
      possibleErrors: [],
    }),
  };
}

/** The dialect of the contract: requests need no translation. */
export const specificationSuiteDialect: SuiteDialect = {
  name: 'specification',
  family: 'specification',
  missingOperations: {},
  undo: {},
  translator: {
    translateDocument: (document) => document,
    translateVariables: (variables) => variables,
    parseRefusedAttributes: ({ extensions }) =>
      ((extensions?.['errors'] ?? []) as { path: AttributePath }[]).map(({ path }) => path.slice(1)),
  },
};
