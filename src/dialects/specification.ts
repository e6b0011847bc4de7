import { GraphQLError, isObjectType, parse, specifiedRules, validate } from 'graphql';
import { commonDescriptions, fieldDescriptions } from '../graphql/common-descriptions.ts';
import { readDescriptions, setDescriptions } from '../graphql/descriptions.ts';
import { createGraphqlExecutor } from '../graphql/executor.ts';
import { createLimitsRule } from '../graphql/limits.ts';
import { buildContractSchema, createExecutableSchema, readContractSdl } from '../graphql/schema.ts';
import { visibleTypes } from '../resources/visible.ts';
import { graphqlOverHttp } from '../server/http/graphql-over-http.ts';
import { resolvers } from '../resources/resolvers.ts';
import { findChildResults, roundToTwoDecimals } from '../resources/results.ts';
import { existingTaxonomyIds } from '../resources/taxonomies.ts';
import { mergeTranslation, parseLocaleMap } from '../resources/translations.ts';
import type { Behavior } from './behavior.ts';
import { mapLocalizedAttributes, mergeOptionalAttributes, optionalAttributes } from './meeting-attributes.ts';
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

/** The fields of a meeting (specification, section 2.3). An omitted attribute keeps the stored value, null clears it; texts of other locales stay. */
const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  const { title, description, typeOfMeeting, registrationType, registrationsEnabled, taxonomies } = attributes;
  const formatTime = (text: string) => store.formatDateTime(store.parseDateTime(text));
  const merged = mergeOptionalAttributes(attributes, previous, optionalAttributes);
  return {
    ...merged,
    availableSlots: merged.availableSlots ?? optionalAttributes.availableSlots,
    ...mapLocalizedAttributes((name) => mergeTranslation(previous?.[name] ?? null, locale, attributes[name])),
    title: mergeTranslation(previous?.title ?? null, locale, title)!,
    description: mergeTranslation(previous?.description ?? null, locale, description)!,
    startTime: formatTime(attributes.startTime),
    endTime: formatTime(attributes.endTime),
    typeOfMeeting,
    registrationType,
    registrationsEnabled:
      (registrationsEnabled === undefined ? previous?.registrationsEnabled : registrationsEnabled) ??
      registrationType === 'ON_THIS_PLATFORM',
    taxonomyIds:
      taxonomies === undefined ? (previous?.taxonomyIds ?? []) : existingTaxonomyIds(taxonomies ?? [], store),
  };
};

/** Limits that no honest client meets. */
export const executionLimits = { depth: 30, cost: 200_000, tokens: 20_000, definitions: 500 };

/** The default dialect, which follows the specification. */
export const serverDialect: ServerDialect = {
  createSchema: () =>
    setDescriptions(createExecutableSchema(readContractSdl(), resolvers), () => [
      // A resolver of a scalar takes the place of its description.
      readDescriptions(buildContractSchema()),
      fieldDescriptions,
      commonDescriptions,
    ]),
  visibility: {
    visible: visibleTypes,
    listRecordTypes: (schema) =>
      Object.values(schema.getTypeMap()).flatMap((type) =>
        isObjectType(type) &&
        'id' in type.getFields() &&
        !type.name.endsWith('Mutation') &&
        type.name !== 'Questionnaire'
          ? [type.name]
          : [],
      ),
    refusals: { 'ProposalsMutation.proposal': 'notFound', 'Result.proposals': 'leftOut' },
  },
  createExecutor: (schema, authorize) => createGraphqlExecutor(schema, executionLimits, authorize),
  behavior: {
    maxPageSize: 1000,
    meetingFields,
    answerFields,
    resultProgress,
  },
  http: graphqlOverHttp,
};

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
  translator: {
    translateDocument: (document) => document,
    translateVariables: (variables) => variables,
    parseRefusedAttributes: ({ extensions }) =>
      ((extensions?.['errors'] ?? []) as { path: AttributePath }[]).map(({ path }) => path.slice(1)),
  },
};
