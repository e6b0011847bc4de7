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
import type { RequestContext } from '../graphql/context.ts';
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

/** Finds what a schema does not know of a document and, with a request, of its variables: the errors by place. */
function findUnknownNames(schema: GraphQLSchema, document: DocumentNode, request?: GraphQLRequest) {
  const operation = request && getOperationAST(document, request.operationName);
  let errors = validate(schema, document, rules);
  if (errors.length === 0 && operation) errors = findVariableErrors(schema, operation, request.variables ?? {}) ?? [];
  return new Map(errors.map((error) => [String(error.positions), error]));
}

/** What a request has that its schema does not know, by place, with the release of Decidim that is recommended for it; none if it was executed. */
function findHints(executor: Executor<never>, request: GraphQLRequest, { data, errors }: ExecutionResult) {
  const hints = new Map<string, { message: string; release: string }>();
  if (!errors || data !== undefined) return hints;
  const document = parseAgain(executor, request);
  if (!document) return hints;
  // The variables count if the document is known.
  const ofDocument = findUnknownNames(executor.schema, document);
  const ofVariables = ofDocument.size === 0 ? request : undefined;
  const unknown = ofVariables ? findUnknownNames(executor.schema, document, ofVariables) : ofDocument;
  if (unknown.size === 0) return hints;
  const unknownIn = recommended.map(
    (release) => [release, findUnknownNames(schemaOf(release), document, ofVariables)] as const,
  );
  for (const [place, { message }] of unknown) {
    // A release that lacks what the schema has says nothing about what is below it.
    const found = unknownIn.find(
      ([, others]) => !others.has(place) && [...others.keys()].every((each) => unknown.has(each)),
    );
    if (found) hints.set(place, { message, release: found[0].name });
  }
  return hints;
}

function parseAgain({ parse }: Executor<never>, { query }: GraphQLRequest): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

type Explain = (
  executor: Executor<never>,
  request: GraphQLRequest,
  result: ExecutionResult,
  context: RequestContext,
) => ExecutionResult;

const withExplanations = (dialect: ServerDialect, explain: Explain): ServerDialect => ({
  ...dialect,
  createExecutor(...parameters): ReturnType<ServerDialect['createExecutor']> {
    const executor = dialect.createExecutor(...parameters);
    const run: typeof executor.run = (request, context) => {
      const result = executor.run(request, context);
      return result instanceof Promise
        ? result.then((each) => explain(executor, request, each, context))
        : explain(executor, request, result, context);
    };
    return { ...executor, run };
  },
});

/**
 * A dialect whose errors about names that it does not know say in `extensions.hint` which release of Decidim has them. The schemas
 * of the releases are read at the first such error.
 */
export const withHints = (dialect: ServerDialect): ServerDialect =>
  withExplanations(dialect, (executor, request, result) => {
    const hints = findHints(executor, request, result);
    if (hints.size === 0) return result;
    const errors = result.errors!.map((error) => {
      const { message, source, positions } = error;
      const found = hints.get(String(positions));
      if (found?.message !== message) return error;
      const hint = `${found.release} has it: --dialect ${found.release}`;
      return new GraphQLError(message, { source, positions, extensions: { hint } });
    });
    return { ...result, errors };
  });

/** A release of Decidim with whose refusals goes a reason that names the release which knows what this one does not. */
export const withReasons = (dialect: ServerDialect, name: string): ServerDialect =>
  withExplanations(dialect, (executor, request, result, context) => {
    const [hint] = findHints(executor, request, result).values();
    if (hint) context.reason ??= `${name}: ${hint.message.replace(/\. Did you mean .*/s, '.')} ${hint.release} has it.`;
    return result;
  });
