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
  getVariableValues,
  validate,
} from 'graphql';
import type { Executor, GraphQLRequest } from '../graphql/executor.ts';
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

/** Finds what a schema does not know of a request, in the document or else in its variables. */
function findUnknownNames(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: GraphQLRequest,
): readonly GraphQLError[] {
  const errors = validate(schema, document, rules);
  const operation = getOperationAST(document, request.operationName);
  if (errors.length > 0 || !operation) return errors;
  return getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {}).errors ?? [];
}

const placeOf = ({ positions = [] }: GraphQLError): string => String(positions);

/**
 * A dialect whose errors about names that it does not know say in `extensions.hint` which release of Decidim accepts the same place
 * of the request. The schemas of the releases are read at the first such error.
 */
export const withHints = (dialect: ServerDialect): ServerDialect => ({
  ...dialect,
  createExecutor(...parameters): ReturnType<ServerDialect['createExecutor']> {
    const executor = dialect.createExecutor(...parameters);
    const explain = (request: GraphQLRequest, result: ExecutionResult): ExecutionResult => {
      // Only a request that was not executed can have unknown names.
      if (!result.errors || result.data !== undefined) return result;
      const document = tryTo(() => executor.parse(request.query));
      if (!document) return result;
      const unknown = new Set(findUnknownNames(executor.schema, document, request).map(({ message }) => message));
      const withHint = (error: GraphQLError): GraphQLError => {
        const release = recommended.find((each) => {
          const places = findUnknownNames(schemaOf(each), document, request).map(placeOf);
          return unknown.has(error.message) && !places.includes(placeOf(error));
        });
        if (!release) return error;
        const { message, source, positions } = error;
        const hint = `${release.name} has it: --dialect ${release.name}`;
        return new GraphQLError(message, { source, positions, extensions: { hint } });
      };
      return { ...result, errors: result.errors.map(withHint) };
    };
    const run: Executor<Parameters<typeof executor.run>[1]>['run'] = (request, context) => {
      const result = executor.run(request, context);
      return result instanceof Promise ? result.then((each) => explain(request, each)) : explain(request, result);
    };
    return { ...executor, run };
  },
});

/** The result of a function; undefined if it fails. */
function tryTo<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
