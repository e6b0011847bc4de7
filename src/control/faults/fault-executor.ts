import { type GraphQLSchema, defaultFieldResolver } from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { wrapResolvers } from '../../graphql/schema.ts';

const schemasWithFaults = new WeakSet<GraphQLSchema>();

/** Makes faults of fields possible in a schema, in place: they come before everything else. Called when the first one is added. */
export function enableFieldFaults(schema: GraphQLSchema): void {
  if (schemasWithFaults.has(schema)) return;
  schemasWithFaults.add(schema);
  wrapResolvers(
    schema,
    ({ resolve = defaultFieldResolver }, coordinate) =>
      (source, args, context: RequestContext, info) =>
        context.faults
          ? context.faults.executeField(coordinate, info, () => resolve(source, args, context, info))
          : resolve(source, args, context, info),
  );
}
