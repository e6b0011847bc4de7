import { type GraphQLSchema, OperationTypeNode, defaultFieldResolver } from 'graphql';
import { type RequestContext, getComponent } from '../../contract/request-context.ts';
import type { OperationAuthorizer } from '../../contract/executor.ts';
import { type Role, getAuthDirective } from '../../contract/directives.ts';
import { wrapResolvers } from '../../contract/schema.ts';
import type { Permissions } from '../../contract/server-dialect.ts';
import { mutationNotAuthorized, unauthorizedObject } from '../../errors.ts';
import type { User } from '../../store/records.ts';

/** Whether a viewer has a role (specification, section 5). */
const hasRole: Record<Role, (viewer: User | null) => boolean> = {
  AUTHENTICATED: (viewer) => viewer !== null,
  ADMINISTRATOR: (viewer) => viewer?.admin === true,
};

/**
 * Wraps the resolvers of a schema: a field checks the role and the component setting of its `@auth`, then the dialect's
 * permission, before it does anything else.
 */
export const withAuthorization = (schema: GraphQLSchema, permissions: Permissions = {}): GraphQLSchema =>
  wrapResolvers(schema, (field, coordinate) => {
    const auth = getAuthDirective(schema, field);
    const isPermitted = permissions[coordinate];
    if (!auth && !isPermitted) return undefined;
    const { resolve = defaultFieldResolver } = field;
    const isAllowed = auth ? hasRole[auth.requires] : () => true;
    const setting = auth?.setting as keyof ReturnType<typeof getComponent>['settings'] | undefined;
    return (source: { componentId?: number }, args, context: RequestContext, info) => {
      if (!isAllowed(context.viewer)) throw mutationNotAuthorized();
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
      return [operation, auth && { isAllowed: hasRole[auth.requires], error: unauthorizedObject(type.name) }];
    }),
  );
  return ({ operation }, { viewer }) => {
    const authorizer = authorizers.get(operation);
    return authorizer && !authorizer.isAllowed(viewer) ? authorizer.error : undefined;
  };
}
