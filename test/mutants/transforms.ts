import { type DocumentNode, type ExecutionResult, GraphQLError, parse } from 'graphql';
import type { GraphQLRequest } from '../../src/contract/executor.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import type { Kind, Records } from '../../src/store/records.ts';
import type { RecordFields } from '../../src/store/store.ts';
import { withoutRecordChecks } from './faulty-stores.ts';
import {
  type Attributes,
  type ExecutorWrapper,
  type FieldArguments,
  type Mutant,
  type ParentRecord,
  type Resolver,
  type ResolverWrapper,
  type ServerChanges,
  mutant,
} from './mutated-server.ts';

const coordinates: Record<string, string> = {
  answer: 'ProposalMutation.answer',
  'create-meeting': 'MeetingsMutation.createMeeting',
  'update-meeting': 'MeetingMutation.update',
  'create-result': 'AccountabilityMutation.createResult',
};

/** The folders of the cases of the four operations. */
export const operationFolders = Object.keys(coordinates);

/** The schema coordinate of an operation, by its folder or by the id of one of its cases. */
export const operationCoordinate = (id: string): string => coordinates[id.split('/')[0]!]!;

/** Replaces one text of the contract; an Error unless the text occurs exactly once. */
export const replaceInContract =
  (from: string, to: string) =>
  (sdl: string): string => {
    if (sdl.split(from).length !== 2) throw new Error(`the contract does not contain this text exactly once: ${from}`);
    return sdl.replace(from, () => to);
  };

/** A mutant that stores what the original store would reject. */
export const uncheckedMutant = (name: string, killedBy: string, changes: ServerChanges): Mutant =>
  mutant(name, killedBy, { store: withoutRecordChecks, ...changes });

/** A mutant with another executor. */
export const executorMutant = (name: string, killedBy: string, executor: ExecutorWrapper): Mutant =>
  mutant(name, killedBy, { executor });

/** A mutant that corrects the attributes before they are validated. */
export const correctedInputMutant = (
  name: string,
  killedBy: string,
  change: (attributes: Attributes) => Attributes,
): Mutant =>
  uncheckedMutant(name, killedBy, { outerResolvers: { [operationCoordinate(killedBy)]: mapAttributes(change) } });

/** Wraps the resolver of one field. */
export const wrapField = (coordinate: string, wrapper: ResolverWrapper): ServerChanges => ({
  outerResolvers: { [coordinate]: wrapper },
});

/** Changes the input that a resolver receives. */
export const mapInput =
  (
    change: (input: FieldArguments['input'], source: ParentRecord, context: RequestContext) => FieldArguments['input'],
  ): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) =>
    resolve(source, { ...args, input: change(args.input, source, context) }, context, info);

/** Changes the attributes that a resolver receives. */
export const mapAttributes = (change: (attributes: Attributes, source: ParentRecord) => Attributes): ResolverWrapper =>
  mapInput((input, source) => ({ ...input, attributes: change(input.attributes, source) }));

/** Changes the value that a resolver returns. */
export const mapValue =
  (change: (value: never, ...args: Parameters<Resolver>) => unknown): ResolverWrapper =>
  (resolve) =>
  (...args) =>
    change(resolve(...args) as never, ...args);

/** Updates the record that a resolver returns with these fields. */
export const updateAfterwards =
  <K extends Kind>(
    kind: K,
    fields: (record: Records[K], args: FieldArguments, context: RequestContext) => Partial<RecordFields<K>>,
  ): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) => {
    const record = resolve(source, args, context, info) as Records[K];
    const changed = fields(record, args, context);
    return context.store.update((transaction) => transaction.update(kind, record.id, changed)).value;
  };

/** Handles the error of a resolver that has this code. */
export const onErrorCode =
  (
    code: string,
    handle: (error: GraphQLError, ...rest: [Resolver, ...Parameters<Resolver>]) => unknown,
  ): ResolverWrapper =>
  (resolve, raw) =>
  (...args) => {
    try {
      return resolve(...args);
    } catch (error) {
      if (error instanceof GraphQLError && error.extensions['code'] === code) return handle(error, raw, ...args);
      throw error;
    }
  };

/** Changes each request that has a well-formed document. */
export const mapRequest =
  (change: (request: GraphQLRequest, document: DocumentNode) => GraphQLRequest): ExecutorWrapper =>
  (executor) => ({
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
