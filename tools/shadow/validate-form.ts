import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLError,
  Kind,
  TypeInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
  parse,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withFieldsSkipped } from '../../conformance/runner/modes.ts';
import type { SentForm } from '../../src/control/shadow/shadow.ts';

const mentionsWrite = /\b(?:mutation|subscription)\b/;

/**
 * Returns the document that a live deployment may get instead of a document: a query stays as it is; of a mutation, every field is
 * skipped but those that lead to the record it is about, so that the deployment validates the document and changes nothing. A
 * mutation that cannot be put into this form is not sent.
 */
export function validateFormOf(query: string, schema: GraphQLSchema): SentForm {
  // Without one of these words, no server can read anything but queries.
  if (!mentionsWrite.test(query)) return { query };
  try {
    const document = parse(query, { noLocation: true, maxTokens: 20_000 });
    const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    if (operations.every(({ operation }) => operation === 'query')) return { query };
    if (operations.some(({ operation }) => operation === 'subscription')) return { reason: 'it is a subscription' };
    return { query: print(withMutationFieldsSkipped(document, schema)) };
  } catch (error) {
    if (error instanceof UnknownFieldError) return { reason: `a mutation with an unknown field: ${error.message}` };
    if (error instanceof GraphQLError) return { reason: 'a mutation with a syntax error' };
    if (error instanceof RangeError) return { reason: 'a mutation that is nested too deep' };
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
