import {
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  Kind,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  validate,
} from 'graphql';
import type { Executor } from '../../contract/executor.ts';

const rules = [FieldsOnCorrectTypeRule, KnownTypeNamesRule, KnownArgumentNamesRule];

/**
 * Whether a document selects a field or names a type or an argument that the schema does not have, and all its operations are
 * queries.
 */
export function isQueryWithUnknownNames({ schema, parse }: Pick<Executor<never>, 'schema' | 'parse'>, query: string) {
  try {
    const document = parse(query);
    return hasOnlyQueries(document) && validate(schema, document, rules, { maxErrors: 1 }).length > 0;
  } catch {
    // A syntax error, or more nested levels than the stack has room for.
    return false;
  }
}

function hasOnlyQueries({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return operations.length > 0 && operations.every(({ operation }) => operation === 'query');
}
