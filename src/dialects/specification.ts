import { GraphQLError, isObjectType, parse, specifiedRules, validate } from 'graphql';
import { commonDescriptions, fieldDescriptions } from '../graphql/common-descriptions.ts';
import { readDescriptions, setDescriptions } from '../graphql/descriptions.ts';
import { createGraphqlExecutor } from '../graphql/executor.ts';
import { createLimitsRule } from '../graphql/limits.ts';
import { buildContractSchema, createExecutableSchema, readContractSdl } from '../graphql/schema.ts';
import { visibleTypes } from '../resources/visible.ts';
import { graphqlOverHttp } from '../server/http/graphql-over-http.ts';
import { meetingFields } from '../resources/meetings.ts';
import { answerFields } from '../resources/proposals.ts';
import { resolvers } from '../resources/resolvers.ts';
import { resultProgress } from '../resources/results.ts';
import type { ServerDialect } from '../server/dialect.ts';
import type { DocumentRules } from './suite-dialect.ts';

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
