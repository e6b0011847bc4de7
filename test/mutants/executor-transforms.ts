import { type DocumentNode, type ExecutionResult, GraphQLError, parse } from 'graphql';
import type { GraphQLRequest } from '../../src/graphql/executor.ts';
import type { RequestContext } from '../../src/graphql/context.ts';
import { type ExecutorWrapper, type Mutant, mutant } from './mutated-server.ts';

/** A mutant with another executor. */
export const executorMutant = (name: string, killedBy: string, executor: ExecutorWrapper): Mutant =>
  mutant(name, killedBy, { executor });

/** Changes each request that has a well-formed document. */
export const mapRequest =
  (change: (request: GraphQLRequest, document: DocumentNode) => GraphQLRequest): ExecutorWrapper =>
  (executor) => ({
    ...executor,
    run(request, context) {
      const document = parseDocument(request.query);
      return executor.run(document ? change(request, document) : request, context);
    },
  });

function parseDocument(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** A GraphQL response as the client reads it. */
export interface ResponseBody {
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape depends on the document
  data?: any;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

/** Changes each response, except one with an unexpected error: the test must see that error. */
export const mapResult =
  (change: (body: ResponseBody, request: GraphQLRequest, context: RequestContext) => ResponseBody): ExecutorWrapper =>
  (executor) => ({
    ...executor,
    async run(request, context) {
      const result = await executor.run(request, context);
      if (result.errors?.some(({ originalError }) => originalError && !(originalError instanceof GraphQLError)))
        return result;
      return change(JSON.parse(JSON.stringify(result)) as ResponseBody, request, context) as unknown as ExecutionResult;
    },
  });

/** Changes each error of a response. */
export const mapErrors = (change: (error: NonNullable<ResponseBody['errors']>[number]) => object): ExecutorWrapper =>
  mapResult((body) => (body.errors ? { ...body, errors: body.errors.map(change) as ResponseBody['errors'] } : body));

/** The code of the first error of a response. */
export const firstErrorCode = ({ errors }: ResponseBody): unknown => errors?.[0]?.extensions?.['code'];
