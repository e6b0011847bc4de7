import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Context } from '../../src/contract/context.ts';
import type { Request } from '../../src/contract/executor.ts';
import type { Kind, Records } from '../../src/store/records.ts';
import type { Fields } from '../../src/store/store.ts';
import type { Arguments, Attributes, Engine, Resolve, Source, Wrap } from './composition.ts';

const coordinates: Record<string, string> = {
  answer: 'ProposalMutation.answer',
  'create-meeting': 'MeetingsMutation.createMeeting',
  'update-meeting': 'MeetingMutation.update',
  'create-result': 'AccountabilityMutation.createResult',
};

/** The folders of the cases of the four operations. */
export const operations = Object.keys(coordinates);

/** The schema coordinate of an operation, by its folder or the id of one of its cases. */
export const coordinateOf = (id: string): string => coordinates[id.split('/')[0]!]!;

/** The contract with one text in the place of another, which must be there once. */
export const replacing =
  (from: string, to: string) =>
  (text: string): string => {
    if (text.split(from).length !== 2) throw new Error(`the contract does not say once: ${from}`);
    return text.replace(from, () => to);
  };

/** A resolver that is given another input. */
export const withInput =
  (change: (input: Arguments['input'], source: Source, context: Context) => Arguments['input']): Wrap =>
  (resolve) =>
  (source, args, context, info) =>
    resolve(source, { ...args, input: change(args.input, source, context) }, context, info);

/** A resolver that is given other attributes. */
export const withAttributes = (change: (attributes: Attributes, source: Source) => Attributes): Wrap =>
  withInput((input, source) => ({ ...input, attributes: change(input.attributes, source) }));

/** A resolver whose record is written once more, with these fields. */
export const afterwards =
  <K extends Kind>(
    kind: K,
    fields: (record: Records[K], args: Arguments, context: Context) => Partial<Fields<K>>,
  ): Wrap =>
  (resolve) =>
  (source, args, context, info) => {
    const record = resolve(source, args, context, info) as Records[K];
    return context.store.update((draft) => draft.change(kind, record.id, fields(record, args, context))).value;
  };

/** A resolver that does this when the one before it refuses with that code. */
export const whenRefused =
  (code: string, otherwise: (error: GraphQLError, ...rest: [Resolve, ...Parameters<Resolve>]) => unknown): Wrap =>
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
export interface Answer {
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever a selection answers
  data?: any;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

/** Answers that are not what the execution gave; one that holds a bug stays, so that the bug is seen. */
export const answering =
  (change: (answer: Answer, request: Request, context: Context) => Answer) =>
  (engine: Engine): Engine => ({
    ...engine,
    async run(request, context) {
      const result = await engine.run(request, context);
      if (result.errors?.some(({ originalError }) => originalError && !(originalError instanceof GraphQLError)))
        return result;
      return change(JSON.parse(JSON.stringify(result)) as Answer, request, context) as unknown as ExecutionResult;
    },
  });

/** Answers whose errors are others. */
export const answeringErrors = (change: (error: NonNullable<Answer['errors']>[number]) => object) =>
  answering((answer) =>
    answer.errors ? { ...answer, errors: answer.errors.map(change) as Answer['errors'] } : answer,
  );

/** The code of an answer's first error. */
export const codeOf = ({ errors }: Answer): unknown => errors?.[0]?.extensions?.['code'];
