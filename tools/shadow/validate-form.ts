import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  TypeInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withFieldsSkipped } from '../../src/client/skip-fields.ts';
import {
  AmbiguousDocumentError,
  printUnambiguously,
  readUnambiguously,
} from '../../src/client/unambiguous-document.ts';
import type { ObservedRequest, SentForm } from '../../src/control/shadow/shadow.ts';

/**
 * Returns the document that a live deployment may get for a request: the operation that it executes, in a form that every server
 * reads in the same way. Of a mutation, every field is skipped but those that lead to the record it is about, so that the deployment
 * validates the document and changes nothing. What cannot be put into this form is not sent.
 */
export function validateFormOf(
  { query, operationName }: Pick<ObservedRequest, 'query' | 'operationName'>,
  schema: GraphQLSchema,
): SentForm {
  try {
    const { operation, document, text, isWhole } = readUnambiguously(query, operationName);
    if (operation.operation === 'query') return { query: text, isEquivalent: isWhole };
    if (operation.operation === 'subscription') return { reason: 'it is a subscription' };
    return { query: printUnambiguously(withMutationFieldsSkipped(document, schema)), isEquivalent: false };
  } catch (error) {
    if (error instanceof UnknownFieldError) return { reason: `a mutation with an unknown field: ${error.message}` };
    if (error instanceof AmbiguousDocumentError) return { reason: error.message };
    if (error instanceof RangeError) return { reason: 'the document is nested too deep' };
    throw error;
  }
}

class UnknownFieldError extends Error {}

function withMutationFieldsSkipped(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const mutationTypes = mutationTypesOf(schema);
  const skipped = new Set<FieldNode>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field(field) {
        const parentType = typeInfo.getParentType();
        const name = field.name.value;
        if (!parentType) throw new UnknownFieldError(name);
        if (!mutationTypes.has(parentType) || name === '__typename') return undefined;
        const definition = typeInfo.getFieldDef();
        if (!definition) throw new UnknownFieldError(`${parentType.name}.${name}`);
        if (mutationTypes.has(getNamedType(definition.type))) return undefined;
        skipped.add(field);
        // Nothing below is executed.
        return false;
      },
    }),
  );
  return withFieldsSkipped(document, (field) => skipped.has(field));
}

/** The types that only lead to mutations: the root, and those below it that have "Mutation" in their names. */
function mutationTypesOf(schema: GraphQLSchema): Set<GraphQLNamedType> {
  const types = new Set<GraphQLNamedType>();
  const add = (type: GraphQLNamedType | null | undefined): void => {
    if (!type || types.has(type)) return;
    types.add(type);
    if (isAbstractType(type)) schema.getPossibleTypes(type).forEach(add);
    if (!isObjectType(type)) return;
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type);
      if (/Mutation(?:Interface|Type)?$/.test(below.name)) add(below);
    }
  };
  add(schema.getMutationType());
  return types;
}
