import {
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  OperationTypeNode,
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isInterfaceType,
} from 'graphql';
import type { AuthDirective, Role } from './directives.ts';
import { getAttributesType } from './directives.ts';
import { MapperKind, getDirective, mapSchema } from './tools.ts';
import type { OperationAuthorizer } from './executor.ts';
import { type RequestContext, getComponent, setLocale } from './context.ts';
import {
  type AttributeError,
  invalidAttributes,
  invalidLocale,
  mutationNotAuthorized,
  unauthorizedObject,
} from '../errors.ts';
import type { User } from '../records/records.ts';
import type { Store } from '../store/store.ts';

// Sources and arguments have the types that the schema gives them.
// oxlint-disable-next-line typescript/no-explicit-any
type Field = GraphQLFieldConfig<any, RequestContext>;
// oxlint-disable-next-line typescript/no-explicit-any
type Resolve = GraphQLFieldResolver<any, RequestContext>;
type Source = { id: number; componentId?: number };

const getAuth = (schema: GraphQLSchema, node: Parameters<typeof getDirective>[1]): AuthDirective | undefined =>
  getDirective(schema, node, 'auth')?.[0] as AuthDirective | undefined;

/** Whether a viewer has a role (specification, section 5). */
const hasRole: Record<Role, (viewer: User | null) => boolean> = {
  AUTHENTICATED: (viewer) => viewer !== null,
  ADMINISTRATOR: (viewer) => viewer?.admin === true,
};

/** Permission checks by schema coordinate, in addition to `@auth`: whether the viewer may use the field on a record. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Permissions = Record<string, (record: any, context: RequestContext, args: any) => boolean>;

/** The context in which an input's attributes are validated. */
export interface AttributeContext {
  store: Store;
  /** The component on which the mutation is called. */
  componentId: number;
  /** The record to update, or the component of a new record. */
  record: { id: number };
  /** The locale of the input. */
  locale: string;
}

/** Validates the attributes of one input type. */
export interface AttributeValidator {
  /** The names of the attributes that are locale maps. */
  localeMaps: string[];
  /** Turns attributes into the form that is validated, and that the mutation gets in their place. Default: they stay as they are. */
  // The attributes have the type of the input.
  // oxlint-disable-next-line typescript/no-explicit-any
  read?(attributes: any, context: AttributeContext): unknown;
  /** Returns every error, in the order of the fields in the contract; undefined if the form is valid. */
  // oxlint-disable-next-line typescript/no-explicit-any
  validate(form: any, context: AttributeContext): AttributeError[] | undefined;
}

/** Creates the validator of an input's attributes type. */
export type CreateAttributeValidator = (schema: GraphQLSchema, type: GraphQLInputObjectType) => AttributeValidator;

/** What a dialect adds to the rules of the contract. */
export interface GuardOptions {
  permissions?: Permissions | undefined;
  /** How attributes are validated. */
  createValidator: CreateAttributeValidator;
}

/**
 * Guards the fields of a schema that have a rule, in the order of the refusals: scopes of the application, role, setting of the component,
 * permission of the dialect, locales, attributes. Fields without a rule stay as they are.
 */
export function applyGuards(schema: GraphQLSchema, { permissions = {}, createValidator }: GuardOptions): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field: Field, fieldName, typeName) => {
      const coordinate = `${typeName}.${fieldName}`;
      if (typeName === schema.getMutationType()?.name) return { ...field, resolve: forReaders(field) };
      const guards = [
        guardOfRole(schema, field, isMutation(schema, field, typeName, fieldName)),
        guardOfPermission(permissions[coordinate]),
        guardOfInput(schema, field, createValidator),
      ].filter((guard) => guard !== undefined);
      if (guards.length === 0) return undefined;
      const { resolve = defaultFieldResolver } = field;
      return { ...field, resolve: guards.reduceRight<Resolve>((inner, guard) => guard(inner), resolve) };
    },
  });
}

/** Returns a resolver that checks a rule before it calls the inner one. */
type Guard = (resolve: Resolve) => Resolve;

/** An application that may write and not read does not see the object on which it would write. */
function forReaders({ type, resolve = defaultFieldResolver }: Field): Resolve {
  const namedType = getNamedType(type);
  return (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    if (!context.scopes || context.scopes.has('api:read')) return value;
    const name = isAbstractType(namedType) ? namedType.resolveType?.(value, context, info, namedType) : namedType.name;
    throw unauthorizedObject(String(name));
  };
}

/** Whether a field writes: it is a field of a type for mutations, and neither a read nor a way to another such type. */
function isMutation(
  schema: GraphQLSchema,
  { type }: Pick<Field, 'type'>,
  typeName: string,
  fieldName: string,
): boolean {
  const component = schema.getType('ComponentInterface');
  const isRead = fieldName === 'id' || (isInterfaceType(component) && fieldName in component.getFields());
  return typeName.endsWith('Mutation') && !isRead && !getNamedType(type).name.endsWith('Mutation');
}

/** Whether the application that sent the request, if one did, may write in the name of a person. */
const mayWrite = ({ scopes, viewer }: RequestContext): boolean =>
  !scopes || (viewer !== null && scopes.has('api:read') && scopes.has('api:write'));

function notAuthorized(context: RequestContext, reason: string) {
  context.reason ??= reason;
  return mutationNotAuthorized();
}

function guardOfRole(schema: GraphQLSchema, field: Field, writes: boolean): Guard | undefined {
  const auth = getAuth(schema, field);
  if (!auth && !writes) return undefined;
  const isAllowed = auth ? hasRole[auth.requires] : () => true;
  const setting = auth?.setting as keyof ReturnType<typeof getComponent>['settings'] | undefined;
  return (resolve) => (source: Source, args, context, info) => {
    if (!isAllowed(context.viewer)) throw notAuthorized(context, 'the user does not have the role for this mutation');
    if (writes && !mayWrite(context))
      throw notAuthorized(context, 'the token of the application has no scope to write');
    if (setting && !getComponent(source, context.store).settings[setting])
      throw notAuthorized(context, `the setting ${setting} of the component is off`);
    return resolve(source, args, context, info);
  };
}

function guardOfPermission(isPermitted: Permissions[string] | undefined): Guard | undefined {
  return (
    isPermitted &&
    ((resolve) => (source, args, context, info) => {
      if (!isPermitted(source, context, args))
        throw notAuthorized(context, 'this user may not do this with this record');
      return resolve(source, args, context, info);
    })
  );
}

interface Input {
  locale?: string | null;
  attributes: Record<string, unknown>;
}

/** The locales of the input and of its locale maps come first; then all errors of attributes together. The resolver gets an input with a locale. */
function guardOfInput(
  schema: GraphQLSchema,
  { args }: Field,
  createValidator: CreateAttributeValidator,
): Guard | undefined {
  const type = getAttributesType(args?.['input']?.type);
  if (!type) return undefined;
  const validator = createValidator(schema, type);
  return (resolve) => (source: Source, values: { input: Input }, context, info) => {
    const { input } = values;
    const { locales, defaultLocale } = context.store.organization;
    const locale = input.locale ?? defaultLocale;
    const usedLocales = [locale, ...validator.localeMaps.flatMap((name) => keysOf(input.attributes[name]))];
    if (!usedLocales.every((code) => locales.includes(code))) throw invalidLocale();
    if (input.locale) setLocale(context, locale);
    const attributes = readAttributes(validator, source, { ...input, locale }, context);
    return resolve(source, { ...values, input: { ...input, locale, attributes } }, context, info);
  };
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

/** Returns what the mutation gets as attributes. Throws an ATTRIBUTE_VALIDATION_ERROR that lists every invalid one. */
function readAttributes(
  validator: AttributeValidator,
  source: Source,
  { attributes, locale }: Input & { locale: string },
  { store }: RequestContext,
): unknown {
  const context = { store, componentId: getComponent(source, store).id, record: source, locale };
  const form = validator.read ? validator.read(attributes, context) : attributes;
  const errors = validator.validate(form, context);
  if (errors) throw invalidAttributes(errors);
  return form;
}

/** Creates the check of the `@auth` on the root types, for operations of the schema. */
export function createOperationAuthorizer(schema: GraphQLSchema): OperationAuthorizer<RequestContext> {
  const authorizers = new Map(
    Object.values(OperationTypeNode).map((operation) => {
      const type = schema.getRootType(operation);
      const auth = type && getAuth(schema, type);
      const scope = operation === OperationTypeNode.MUTATION ? 'api:write' : 'api:read';
      const isAllowed = auth ? hasRole[auth.requires] : () => true;
      return [operation, type && { scope, isAllowed, error: unauthorizedObject(type.name) }];
    }),
  );
  return ({ operation }, { viewer, scopes }) => {
    const authorizer = authorizers.get(operation);
    if (!authorizer) return undefined;
    // What an application may do is up to its scopes, whoever uses it.
    const isAllowed = scopes ? scopes.has(authorizer.scope) : authorizer.isAllowed(viewer);
    return isAllowed ? undefined : authorizer.error;
  };
}
