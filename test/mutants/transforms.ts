import { type ExecutionResult, GraphQLError } from 'graphql';
import type { RequestContext } from '../../src/contract/request-context.ts';
import type { GraphQLRequest } from '../../src/contract/executor.ts';
import type { Kind, Records } from '../../src/store/records.ts';
import type { RecordFields } from '../../src/store/store.ts';
import type {
  FieldArguments,
  Attributes,
  PreparingExecutor,
  Resolver,
  ParentRecord,
  ResolverWrapper,
} from './mutated-server.ts';

const coordinates: Record<string, string> = {
  answer: 'ProposalMutation.answer',
  'create-meeting': 'MeetingsMutation.createMeeting',
  'update-meeting': 'MeetingMutation.update',
  'create-result': 'AccountabilityMutation.createResult',
};

/** The folders of the cases of the four operations. */
export const operationFolders = Object.keys(coordinates);

/** The schema coordinate of an operation, by its folder or the id of one of its cases. */
export const operationCoordinate = (id: string): string => coordinates[id.split('/')[0]!]!;

/** The contract with one text in the place of another, which must be there once. */
export const replaceInContract =
  (from: string, to: string) =>
  (text: string): string => {
    if (text.split(from).length !== 2) throw new Error(`the contract does not say once: ${from}`);
    return text.replace(from, () => to);
  };

/** A resolver that is given another input. */
export const mapInput =
  (
    change: (input: FieldArguments['input'], source: ParentRecord, context: RequestContext) => FieldArguments['input'],
  ): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) =>
    resolve(source, { ...args, input: change(args.input, source, context) }, context, info);

/** A resolver that is given other attributes. */
export const mapAttributes = (change: (attributes: Attributes, source: ParentRecord) => Attributes): ResolverWrapper =>
  mapInput((input, source) => ({ ...input, attributes: change(input.attributes, source) }));

/** A resolver whose record is written once more, with these fields. */
export const updateAfterwards =
  <K extends Kind>(
    kind: K,
    fields: (record: Records[K], args: FieldArguments, context: RequestContext) => Partial<RecordFields<K>>,
  ): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) => {
    const record = resolve(source, args, context, info) as Records[K];
    return context.store.update((draft) => draft.update(kind, record.id, fields(record, args, context))).value;
  };

/** A resolver that does this when the one before it refuses with that code. */
export const onErrorCode =
  (
    code: string,
    otherwise: (error: GraphQLError, ...rest: [Resolver, ...Parameters<Resolver>]) => unknown,
  ): ResolverWrapper =>
  (resolve, raw) =>
  (...args) => {
    try {
      return resolve(...args);
    } catch (error) {
      if (error instanceof GraphQLError && error.extensions['code'] === code) return otherwise(error, raw, ...args);
      throw error;
    }
  };

/** An answer as the client reads it. */
export interface ResponseBody {
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever a selection answers
  data?: any;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

/** Answers that are not what the execution gave; one that holds a bug stays, so that the bug is seen. */
export const mapResult =
  (change: (answer: ResponseBody, request: GraphQLRequest, context: RequestContext) => ResponseBody) =>
  (engine: PreparingExecutor): PreparingExecutor => ({
    ...engine,
    async run(request, context) {
      const result = await engine.run(request, context);
      if (result.errors?.some(({ originalError }) => originalError && !(originalError instanceof GraphQLError)))
        return result;
      return change(JSON.parse(JSON.stringify(result)) as ResponseBody, request, context) as unknown as ExecutionResult;
    },
  });

/** Answers whose errors are others. */
export const mapErrors = (change: (error: NonNullable<ResponseBody['errors']>[number]) => object) =>
  mapResult((answer) =>
    answer.errors ? { ...answer, errors: answer.errors.map(change) as ResponseBody['errors'] } : answer,
  );

/** The code of an answer's first error. */
export const firstErrorCode = ({ errors }: ResponseBody): unknown => errors?.[0]?.extensions?.['code'];
