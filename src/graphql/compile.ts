import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValueNode,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  typeFromAST,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { graphqlJit } from '../packages.ts';

/**
 * How many fields a compiled operation has at most, where one that is selected on an interface or a union counts once for each of its
 * types. Compiling takes about 0.05 ms for each of them.
 */
const maxFields = 500;

/** How many executions could have been compiled ones before graphql-jit is loaded: loading takes as long as some hundred save. */
const executionsBeforeLoading = 200;
let executions = 0;

/**
 * Compiles an operation with graphql-jit; null if it has no form that is known to be equal to an execution by graphql-js. Undefined while
 * few executions would have been compiled ones.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledQuery | null | undefined {
  if (!isCompilable(schema, document, operation)) return null;
  executions += 1;
  if (executions <= executionsBeforeLoading) return undefined;
  const { compileQuery, isCompiledQuery } = graphqlJit();
  const compiled = compileQuery(schema, document, operation.name?.value ?? '');
  return isCompiledQuery(compiled) ? compiled : null;
}

/**
 * Whether an operation of a valid document is one that graphql-jit executes as graphql-js does, which a test compares: a query of a
 * limited size, without directives and introspection, whose variables are whole arguments, and in whose response no key is the name of
 * a member of every object.
 */
export function isCompilable(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  if (operation !== OperationTypeNode.QUERY) return false;
  let fields = 0;
  /** Checks a selection set that is compiled `times` times, with the fragments in it. */
  const isEachCompilable = (
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType | undefined,
    times: number,
  ): boolean =>
    selections.every((selection) => {
      if (selection.directives?.length) return false;
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT
            ? selection
            : definitions.find(
                (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
              );
        if (fragment?.kind !== Kind.INLINE_FRAGMENT && fragment?.kind !== Kind.FRAGMENT_DEFINITION) return false;
        const { typeCondition } = fragment;
        const type = typeCondition ? typeFromAST(schema, typeCondition) : parent;
        return isEachCompilable(fragment.selectionSet, type, times);
      }
      const { name, alias = name, arguments: args = [] } = selection;
      if (alias.value in {} || name.value === '__schema' || name.value === '__type') return false;
      if (args.some(({ value }) => value.kind !== Kind.VARIABLE && hasVariable(value))) return false;
      const fieldTimes = isAbstractType(parent) ? times * Math.max(1, schema.getPossibleTypes(parent).length) : times;
      fields += fieldTimes;
      if (fields > maxFields) return false;
      const hasFields = isObjectType(parent) || isInterfaceType(parent);
      const type = hasFields ? parent.getFields()[name.value]?.type : undefined;
      return !selection.selectionSet || isEachCompilable(selection.selectionSet, getNamedType(type), fieldTimes);
    });
  return isEachCompilable(selectionSet, schema.getQueryType() ?? undefined, 1);
}

/** Whether a list or an input object contains a variable. */
function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(hasVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => hasVariable(field.value));
  return value.kind === Kind.VARIABLE;
}
