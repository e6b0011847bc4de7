import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { DocumentMeasure } from './document-measure.ts';

/** The limits of a document. A document that exceeds one of them is not executed. */
export interface DocumentLimits {
  /** Levels of nested fields. */
  depth: number;
  /** Fields of the response if every list has ten items; the lists of introspection have as many items as the schema. */
  cost: number;
  /** Tokens of the source text. */
  tokens: number;
  /** Operations and fragments. */
  definitions: number;
}

/** Creates the validation rule for depth and cost. Introspection fields have no depth, and `__typename` has no cost. */
export const createLimitsRule =
  (limits: DocumentLimits): ValidationRule =>
  (context) => ({
    OperationDefinition(operation: OperationDefinitionNode) {
      const rootType = context.getSchema().getRootType(operation.operation) ?? undefined;
      const measure = new DocumentMeasure(context.getSchema(), (name) => context.getFragment(name));
      const measurement = measure.measure(operation.selectionSet, rootType, false);
      for (const name of ['depth', 'cost'] as const) {
        if (measurement[name] <= limits[name]) continue;
        const message = `The document exceeds the maximum ${name} of ${limits[name]}.`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
    },
  });

/** Returns the number of fields that the introspection fields of an operation add to the response. */
export function introspectionCost(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): number {
  const getFragment = (name: string) =>
    definitions.find(
      (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name,
    );
  return new DocumentMeasure(schema, getFragment, true).measure(selectionSet, schema.getRootType(operation), false)
    .cost;
}
