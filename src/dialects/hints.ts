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
import { sharedSchema } from './decidim/schema.ts';
import type { ServerDialect } from './server-dialect.ts';

/** The rules about names that a schema does not know. */
const rules = [KnownTypeNamesRule, FieldsOnCorrectTypeRule, KnownArgumentNamesRule, ValuesOfCorrectTypeRule];

/** The releases in the order in which they are recommended: the one that towns run, later ones, and then the older ones. */
const recommended: Release[] = [
  ...releases.slice(releases.indexOf(currentRelease)),
  ...releases.slice(0, releases.indexOf(currentRelease)).toReversed(),
];

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
  const document = errors && data === undefined ? parseAgain(executor, request) : undefined;
  if (!document) return hints;
  // The variables count if the document is known.
  const ofDocument = findUnknownNames(executor.schema, document);
  const ofVariables = ofDocument.size === 0 ? request : undefined;
  const unknown = ofVariables ? findUnknownNames(executor.schema, document, ofVariables) : ofDocument;
  if (unknown.size === 0) return hints;
  const unknownIn = recommended.map(
    (release) => [release, findUnknownNames(sharedSchema(release), document, ofVariables)] as const,
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

/**
 * A dialect that says of names which it does not know which release of Decidim has them. A release of Decidim itself, `name`, answers as
 * the platform and says it in the reason of the request; the specification says it in `extensions.hint`. The schemas of the releases are
 * read at the first such error.
 */
export const withHints = (dialect: ServerDialect, name?: string): ServerDialect => ({
  ...dialect,
  createExecutor(...parameters): ReturnType<ServerDialect['createExecutor']> {
    const executor = dialect.createExecutor(...parameters);
    const explain = (request: GraphQLRequest, result: ExecutionResult, context: RequestContext): ExecutionResult => {
      const hints = findHints(executor, request, result);
      if (hints.size === 0) return result;
      if (name !== undefined) {
        const { message, release } = [...hints.values()][0]!;
        context.reason ??= `${name}: ${message.replace(/\. Did you mean .*/s, '.')} ${release} has it.`;
        return result;
      }
      const errors = result.errors!.map((error) => {
        const { message, source, positions } = error;
        const found = hints.get(String(positions));
        if (found?.message !== message) return error;
        const hint = `${found.release} has it: --dialect ${found.release}`;
        return new GraphQLError(message, { source, positions, extensions: { hint } });
      });
      return { ...result, errors };
    };
    const run: typeof executor.run = (request, context) => {
      const result = executor.run(request, context);
      return result instanceof Promise
        ? result.then((each) => explain(request, each, context))
        : explain(request, result, context);
    };
    return { ...executor, run };
  },
});
