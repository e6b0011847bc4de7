import { type GraphQLSchema, Kind, type OperationDefinitionNode, type TypeNode, visit } from 'graphql';
import type { CheckedDocument, DocumentError, DocumentRules } from '../suite-dialect.ts';
import { SimulatedServerError } from '../../errors.ts';
import type { FormattedError } from '../graphql-ruby/errors.ts';
import { type PreparedDocument, type Validator, createValidator } from '../graphql-ruby/validator.ts';
import { behaviorsOf, mergeMember } from './behaviors.ts';
import { createGraphqlRubyOptions } from './executor.ts';
import type { Release } from './releases.ts';
import { readSchema, renamedParts, sortForIntrospection } from './schema.ts';

/** The rules of a release for documents, or those of a deployment with its limits and another schema. */
export function createDocumentRules(release: Release, schema: GraphQLSchema = readSchema(release)): DocumentRules {
  const behaviors = behaviorsOf(release.number);
  const execution = mergeMember(behaviors, 'execution');
  // The order of the fields decides which of them an error suggests.
  const options = createGraphqlRubyOptions(release.limits, execution);
  const validator = createValidator({ schema: sortForIntrospection(schema), ...options });
  return {
    schema,
    maxPageSize: release.limits.maxPageSize,
    notes: behaviors.flatMap(({ notes = [] }) => notes),
    renamed: renamedParts(),
    check: (document) =>
      check(document, validator, release.limits.maxPageSize, execution.hasOpenIntrospection === true),
  };
}

const toError = ({ message, extensions = {} }: FormattedError): DocumentError => ({
  message: String(message),
  extensions,
});

function check(document: string, validator: Validator, pageSize: number, introspection: boolean): CheckedDocument {
  try {
    const prepared = validator.prepare(document, undefined, introspection);
    const { errors = [], analysisErrors, operation } = prepared;
    if (!operation) return { errors: errors.map(toError), possibleErrors: [] };
    if (analysisErrors) return { errors: analysisErrors.map(toError), possibleErrors: [] };
    return checkVariables(prepared, operation, validator, pageSize);
  } catch (error) {
    if (!(error instanceof SimulatedServerError)) throw error;
    return { errors: [{ message: 'Internal Server error', extensions: {} }], possibleErrors: [] };
  }
}

/** Checks the limits with the values of variables that make the operation as small and as large as it can be. */
function checkVariables(
  prepared: PreparedDocument,
  operation: OperationDefinitionNode,
  validator: Validator,
  pageSize: number,
): CheckedDocument {
  const skipping = new Set<string>();
  visit(prepared.document!, {
    Directive({ name, arguments: values = [] }) {
      for (const { value } of values)
        if (name.value === 'skip' && value.kind === Kind.VARIABLE) skipping.add(value.name.value);
    },
  });
  const valueOf = (name: string, type: TypeNode, hasDefault: boolean, isLarge: boolean): unknown => {
    if (type.kind === Kind.NON_NULL_TYPE) return valueOf(name, type.type, hasDefault, isLarge);
    if (type.kind === Kind.LIST_TYPE) return undefined;
    if (type.name.value === 'Boolean') return skipping.has(name) !== isLarge;
    if (type.name.value !== 'Int') return undefined;
    if (!isLarge) return 1;
    return hasDefault ? undefined : pageSize;
  };
  const analyze = (isLarge: boolean): DocumentError[] => {
    const values = (operation.variableDefinitions ?? []).map(({ variable: { name }, type, defaultValue }) => {
      return [name.value, valueOf(name.value, type, defaultValue !== undefined, isLarge)] as const;
    });
    const variables = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    return validator.analyzeOperation(prepared, variables).map(toError);
  };
  const largest = analyze(true);
  const isAlwaysTooLarge = largest.length > 0 && analyze(false).length > 0;
  return isAlwaysTooLarge ? { errors: largest, possibleErrors: [] } : { errors: [], possibleErrors: largest };
}
