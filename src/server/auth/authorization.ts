import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  OperationTypeNode,
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isInterfaceType,
} from 'graphql';
import { type RequestContext, getComponent } from '../../contract/request-context.ts';
import type { OperationAuthorizer } from '../../contract/executor.ts';
import { type Role, getAuthDirective } from '../../contract/directives.ts';
import { wrapResolvers } from '../../contract/schema.ts';
import type { Permissions } from '../../contract/server-dialect.ts';
import { mutationNotAuthorized, unauthorizedObject } from '../../errors.ts';
import type { User } from '../../store/records.ts';

/** Whether the application that sent the request, if one did, may write in the name of a person. */
const mayWrite = ({ scopes, viewer }: RequestContext): boolean =>
  !scopes || (viewer !== null && scopes.has('api:read') && scopes.has('api:write'));

/** An application that may write and not read does not see the object on which it would write. */
function forReaders(field: GraphQLField<unknown, RequestContext>): GraphQLFieldResolver<unknown, RequestContext> {
  const { resolve = defaultFieldResolver } = field;
  const type = getNamedType(field.type);
  return (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    if (!context.scopes || context.scopes.has('api:read')) return value;
    const name = isAbstractType(type) ? type.resolveType?.(value, context, info, type) : type.name;
    throw unauthorizedObject(String(name));
  };
}

/** Whether a field writes: it is a field of a type for mutations, and neither a read nor a way to another such type. */
function isMutation(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, coordinate: string): boolean {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const component = schema.getType('ComponentInterface');
  const isRead = fieldName === 'id' || (isInterfaceType(component) && fieldName in component.getFields());
  return typeName.endsWith('Mutation') && !isRead && !getNamedType(field.type).name.endsWith('Mutation');
}

/** Whether a viewer has a role (specification, section 5). */
const hasRole: Record<Role, (viewer: User | null) => boolean> = {
  AUTHENTICATED: (viewer) => viewer !== null,
  ADMINISTRATOR: (viewer) => viewer?.admin === true,
};

/**
 * Wraps the resolvers of a schema: a field checks the role and the component setting of its `@auth`, the scopes of the
 * application, then the dialect's permission, before it does anything else.
 */
export const withAuthorization = (schema: GraphQLSchema, permissions: Permissions = {}): GraphQLSchema =>
  wrapResolvers(schema, (field, coordinate) => {
    const auth = getAuthDirective(schema, field);
    const isPermitted = permissions[coordinate];
    if (coordinate.startsWith('Mutation.')) return forReaders(field);
    const writes = isMutation(schema, field, coordinate);
    if (!auth && !isPermitted && !writes) return undefined;
    const { resolve = defaultFieldResolver } = field;
    const isAllowed = auth ? hasRole[auth.requires] : () => true;
    const setting = auth?.setting as keyof ReturnType<typeof getComponent>['settings'] | undefined;
    return (source: { componentId?: number }, args, context: RequestContext, info) => {
      if (!isAllowed(context.viewer) || (writes && !mayWrite(context))) throw mutationNotAuthorized();
      if (setting && !getComponent(source, context.store).settings[setting]) throw mutationNotAuthorized();
      if (isPermitted && !isPermitted(source, context, args)) throw mutationNotAuthorized();
      return resolve(source, args, context, info);
    };
  });

/** Creates the check of the `@auth` on the root types, for operations of the schema. */
export function createOperationAuthorizer(schema: GraphQLSchema): OperationAuthorizer<RequestContext> {
  const authorizers = new Map(
    Object.values(OperationTypeNode).map((operation) => {
      const type = schema.getRootType(operation);
      const auth = type && getAuthDirective(schema, type);
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
