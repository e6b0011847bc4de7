import {
  type DocumentNode,
  type ExecutionResult,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLSchema,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  ValuesOfCorrectTypeRule,
  getOperationAST,
  validate,
} from 'graphql';
import { type Executor, type GraphQLRequest, findVariableErrors } from '../graphql/executor.ts';
import { type Release, currentRelease, releases } from './decidim/releases.ts';
import { readSchema } from './decidim/schema.ts';
import type { ServerDialect } from './server-dialect.ts';

/** The rules about names that a schema does not know. */
const rules = [KnownTypeNamesRule, FieldsOnCorrectTypeRule, KnownArgumentNamesRule, ValuesOfCorrectTypeRule];

/** The releases in the order in which they are recommended: the one that towns run, later ones, and then the older ones. */
const recommended: Release[] = [
  ...releases.slice(releases.indexOf(currentRelease)),
  ...releases.slice(0, releases.indexOf(currentRelease)).toReversed(),
];

const schemas = new Map<Release, GraphQLSchema>();

function schemaOf(release: Release): GraphQLSchema {
  const schema = schemas.get(release) ?? readSchema(release);
  schemas.set(release, schema);
  return schema;
}

/** Finds what a schema does not know of a request, in the document or else in its variables: the errors by place. */
function findUnknownNames(schema: GraphQLSchema, document: DocumentNode, request: GraphQLRequest) {
  const operation = getOperationAST(document, request.operationName);
  let errors = validate(schema, document, rules);
  if (errors.length === 0 && operation) errors = findVariableErrors(schema, operation, request.variables ?? {}) ?? [];
  return new Map(errors.map((error) => [String(error.positions), error]));
}

/** Adds hints to the errors of a request that was not executed. */
function explain(executor: Executor<never>, request: GraphQLRequest, result: ExecutionResult): ExecutionResult {
  if (!result.errors || result.data !== undefined || result.errors.some(({ positions }) => !positions)) return result;
  const document = parseAgain(executor, request);
  if (!document) return result;
  const unknown = findUnknownNames(executor.schema, document, request);
  if (unknown.size === 0) return result;
  const unknownIn = recommended.map(
    (release) => [release, findUnknownNames(schemaOf(release), document, request)] as const,
  );
  const errors = result.errors.map((error) => {
    const { message, source, positions } = error;
    const place = String(positions);
    if (unknown.get(place)?.message !== message) return error;
    // A release that lacks what the contract has says nothing about what is below it.
    const found = unknownIn.find(
      ([, others]) => !others.has(place) && [...others.keys()].every((each) => unknown.has(each)),
    );
    if (!found) return error;
    const [{ name }] = found;
    return new GraphQLError(message, { source, positions, extensions: { hint: `${name} has it: --dialect ${name}` } });
  });
  return { ...result, errors };
}

function parseAgain({ parse }: Executor<never>, { query }: GraphQLRequest): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/**
 * A dialect whose errors about names that it does not know say in `extensions.hint` which release of Decidim has them. The schemas
 * of the releases are read at the first such error.
 */
export const withHints = (dialect: ServerDialect): ServerDialect => ({
  ...dialect,
  createExecutor(...parameters): ReturnType<ServerDialect['createExecutor']> {
    const executor = dialect.createExecutor(...parameters);
    const run: typeof executor.run = (request, context) => {
      const result = executor.run(request, context);
      return result instanceof Promise
        ? result.then((each) => explain(executor, request, each))
        : explain(executor, request, result);
    };
    return { ...executor, run };
  },
});
