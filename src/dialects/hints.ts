import { setImmediate } from 'node:timers/promises';
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
import {
  type Executor,
  type GraphQLRequest,
  createDocumentCache,
  findVariableErrors,
  isLong,
} from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import { type Release, currentRelease, releases } from './decidim/releases.ts';
import { sharedSchema } from './decidim/schema.ts';
import type { ExecutionStep } from '../server/execution.ts';

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

/** What a schema does not know, and the release of Decidim that is recommended for it, by place. */
type Hints = ReadonlyMap<string, { message: string; release: string }>;

/** Documents longer than this, and long variables, have no hints: looking for one in every release would take longer than the request itself. */
const maxDocumentLength = 5000;

/**
 * Finds what a request has that its schema does not know. Other requests are answered in between: the schemas of the releases are read
 * and asked one by one.
 */
async function findHints(executor: Executor<never>, request: GraphQLRequest): Promise<Hints> {
  const hints = new Map<string, { message: string; release: string }>();
  const document = parseAgain(executor, request);
  if (!document) return hints;
  // The variables count if the document is known.
  const ofDocument = findUnknownNames(executor.schema, document);
  const ofVariables = ofDocument.size === 0 ? request : undefined;
  const unknown = ofVariables ? findUnknownNames(executor.schema, document, ofVariables) : ofDocument;
  for (const release of recommended) {
    if (hints.size === unknown.size) break;
    await setImmediate();
    const others = findUnknownNames(sharedSchema(release), document, ofVariables);
    // A release that lacks what the schema has says nothing about what is below it.
    if (![...others.keys()].every((place) => unknown.has(place))) continue;
    for (const [place, { message }] of unknown)
      if (!hints.has(place) && !others.has(place)) hints.set(place, { message, release: release.name });
  }
  return new Map([...unknown.keys()].flatMap((place) => (hints.has(place) ? [[place, hints.get(place)!]] : [])));
}

function parseAgain({ parse }: Executor<never>, { query }: GraphQLRequest): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** Whether a request was not executed, and is short enough for hints. */
const isRefused = ({ query, variables }: GraphQLRequest, { data, errors }: ExecutionResult): boolean =>
  errors !== undefined && data === undefined && query.length <= maxDocumentLength && !isLong(variables);

/**
 * The step that says of names which the dialect does not know which release of Decidim has them. A release of Decidim itself, `release`,
 * answers as the platform and says it in the reason of the request; the specification says it in `extensions.hint`. The schemas of the
 * releases are read at the first such error.
 */
export function explainUnknownNames(executor: Executor<never>, release: string | undefined): ExecutionStep {
  const known = createDocumentCache<Promise<Hints>>();
  const explain = async (request: GraphQLRequest, result: ExecutionResult, context: RequestContext) => {
    const key = `${JSON.stringify([request.operationName, request.variables])} ${request.query}`;
    const found = known.get(key) ?? findHints(executor, request);
    known.set(key, found);
    const hints = await found;
    if (hints.size === 0) return result;
    if (release !== undefined) {
      const { message, release: other } = [...hints.values()][0]!;
      context.reason ??= `${release}: ${message.replace(/\. Did you mean .*/s, '.')} ${other} has it.`;
      return result;
    }
    const errors = result.errors!.map((error) => {
      const { message, source, positions } = error;
      const hinted = hints.get(String(positions));
      if (hinted?.message !== message) return error;
      const hint = `${hinted.release} has it: --dialect ${hinted.release}`;
      return new GraphQLError(message, { source, positions, extensions: { hint } });
    });
    return { ...result, errors };
  };
  return ({ request, context }, next) => {
    const explainIfRefused = (result: ExecutionResult) =>
      isRefused(request, result) ? explain(request, result, context) : result;
    const result = next();
    return result instanceof Promise ? result.then(explainIfRefused) : explainIfRefused(result);
  };
}
