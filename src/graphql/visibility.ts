import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { notFound, unauthorizedObject } from '../errors.ts';
import type { RequestContext } from './context.ts';
import { wrapResolvers } from './schema.ts';

/**
 * Whether the viewer of a request may see a record of a type. A deleted record is `gone`: what refers to it refers to nothing, except
 * that the mutation that deletes a record shows it.
 */
// Each rule knows the records of its type.
// oxlint-disable-next-line typescript/no-explicit-any
export type Visible = (record: any, context: RequestContext) => boolean | 'gone';

/** Who may see the records of a schema, and how a refusal looks. */
export interface Visibility {
  /** The rule of each type whose objects are records, by its name; null if everybody may see all of them. */
  visible: Readonly<Record<string, Visible | null>>;
  /** Lists the types of a schema whose objects are records: the start fails for one without a rule. */
  listRecordTypes(schema: GraphQLSchema): string[];
  /**
   * What a field shows in place of a record that the viewer may not see, by its coordinate: a not-found error, nothing in a list, or an
   * UNAUTHORIZED_OBJECT_ERROR, as every other field.
   */
  refusals: Readonly<Record<string, 'notFound' | 'leftOut' | 'error'>>;
}

/** Returns undefined for a value that is shown, the error in its place for one that is refused, and null for a record that is gone. */
type Refuse = (value: unknown, context: RequestContext, info: GraphQLResolveInfo) => Error | null | undefined;

/** Applies the rule of a type wherever a field of a schema reaches one of its objects, alone or in a list, in place. */
export function applyVisibility(
  schema: GraphQLSchema,
  { visible, listRecordTypes, refusals }: Visibility,
): GraphQLSchema {
  const missing = listRecordTypes(schema).filter((name) => !Object.hasOwn(visible, name));
  if (missing.length > 0) throw new Error(`nothing says who may see the records of ${missing.join(', ')}`);
  return wrapResolvers(schema, (field, coordinate) => {
    const refusal = refusals[coordinate];
    const refuse = createRefuse(schema, field, visible, refusal === 'notFound' ? notFound : unauthorizedObject);
    const deletes = coordinate.split('.')[0]!.endsWith('Mutation');
    return refuse && guard(field, refuse, { leavesOut: refusal === 'leftOut', showsGone: deletes });
  });
}

/** Returns undefined if everybody may see all values of a field. */
function createRefuse(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, RequestContext>,
  visible: Visibility['visible'],
  createError: (type: string) => Error,
): Refuse | undefined {
  const type: GraphQLNamedType = getNamedType(field.type);
  const ruleOf = (name: string) => (Object.hasOwn(visible, name) ? visible[name] : null);
  const judge = (rule: Visible, name: string, value: unknown, context: RequestContext) => {
    const isVisible = rule(value, context);
    if (isVisible === 'gone') return null;
    return isVisible ? undefined : createError(name);
  };
  if (isObjectType(type)) {
    const rule = ruleOf(type.name);
    return rule ? (value, context) => judge(rule, type.name, value, context) : undefined;
  }
  if (!isAbstractType(type) || !schema.getPossibleTypes(type).some(({ name }) => ruleOf(name))) return undefined;
  return (value, context, info) => {
    const { __typename } = value as { __typename?: string };
    const name = __typename ?? (type.resolveType?.(value, context, info, type) as string);
    const rule = ruleOf(name);
    return rule ? judge(rule, name, value, context) : undefined;
  };
}

/** Records have a number; mocked objects, errors and null do not. */
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'number';

function guard(
  { resolve = defaultFieldResolver }: GraphQLField<unknown, RequestContext>,
  refuse: Refuse,
  { leavesOut, showsGone }: { leavesOut: boolean; showsGone: boolean },
): typeof resolve {
  /** The value, the error in its place, or null. */
  const show = (value: unknown, context: RequestContext, info: GraphQLResolveInfo): unknown => {
    const refused = isRecord(value) ? refuse(value, context, info) : undefined;
    return refused === undefined || (refused === null && showsGone) ? value : refused;
  };
  const showList = (values: unknown[], context: RequestContext, info: GraphQLResolveInfo): unknown[] => {
    // Most lists have no record that the viewer may not see.
    if (values.every((each) => show(each, context, info) === each)) return values;
    return values.flatMap((each) => {
      const shown = show(each, context, info);
      return shown === each ? [each] : shown === null || leavesOut ? [] : [shown];
    });
  };
  return (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return Array.isArray(value) ? showList(value, context, info) : show(value, context, info);
  };
}
