import { GraphQLError } from 'graphql';
import type { RequestContext } from '../../src/graphql/context.ts';
import type { Kind, Records } from '../../src/records/records.ts';
import type { RecordFields } from '../../src/store/transaction.ts';
import {
  type Attributes,
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
  mutant(name, killedBy, changes);

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
    return context.store.update((transaction) => transaction.update(kind, record.id, changed));
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
