import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../graphql/context.ts';
import type { Kind, Records } from '../records/records.ts';

// The arguments of a field have the types that the schema gives them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Resolve<Source> = (source: Source, args: any, context: RequestContext, info: GraphQLResolveInfo) => unknown;

/** The resolvers of a type's fields. The schema refuses those of fields that it does not have. */
export type FieldResolvers<Source = unknown> = Record<string, Resolve<Source>>;

/** The resolvers of a type whose objects are records of a kind. */
export type RecordResolvers<K extends Kind> = FieldResolvers<Records[K]>;
