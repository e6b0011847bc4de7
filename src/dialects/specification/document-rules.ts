import { GraphQLError, parse, specifiedRules, validate } from 'graphql';
import { buildContractSchema } from '../../graphql/schema.ts';
import type { DocumentRules } from '../suite-dialect.ts';
import { createLimitsRule } from '../../graphql/limits.ts';
import { executionLimits, serverDialect } from './server.ts';

/** The rules of the specification for documents, with the texts of graphql-js. */
export function createDocumentRules(): DocumentRules {
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
