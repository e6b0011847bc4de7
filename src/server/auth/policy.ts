import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { type GraphQLError, type GraphQLSchema, type OperationDefinitionNode, defaultFieldResolver } from 'graphql';
import { type RequestContext, getComponent } from '../../contract/request-context.ts';
import { type Role, getAuthDirective } from '../../contract/directives.ts';
import type { Permissions } from '../../contract/server-dialect.ts';
import { mutationNotAuthorized, unauthorizedObject } from '../../errors.ts';
import type { User } from '../../store/records.ts';

/** Whether a viewer has a role (specification, section 5). */
const holds: Record<Role, (viewer: User | null) => boolean> = {
  AUTHENTICATED: (viewer) => viewer !== null,
  ADMINISTRATOR: (viewer) => viewer?.admin === true,
};

/**
 * A schema whose fields with `@auth` ask for the role, and then for the component's setting and the dialect's permission,
 * before anything else.
 */
export const withAuthorization = (schema: GraphQLSchema, permissions: Permissions = {}): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, type) => {
      const auth = getAuthDirective(schema, field);
      const permitted = permissions[`${type}.${name}`];
      if (!auth && !permitted) return undefined;
      const { resolve = defaultFieldResolver } = field;
      const allowed = auth ? holds[auth.requires] : () => true;
      const setting = auth?.setting as keyof ReturnType<typeof getComponent>['settings'] | undefined;
      return {
        ...field,
        resolve(source: { componentId?: number }, args, context: RequestContext, info) {
          if (!allowed(context.viewer)) throw mutationNotAuthorized();
          if (setting && !getComponent(source, context.store).settings[setting]) throw mutationNotAuthorized();
          if (permitted && !permitted(source, context, args)) throw mutationNotAuthorized();
          return resolve(source, args, context, info);
        },
      };
    },
  });

/** Why this viewer may not run operations of this kind: the root type's `@auth`. */
export function createOperationAuthorizer(schema: GraphQLSchema) {
  const roots = (['query', 'mutation'] as const).map((operation) => {
    const type = schema.getRootType(operation as never);
    const auth = type ? getAuthDirective(schema, type) : undefined;
    return [operation, auth && { allowed: holds[auth.requires], refusal: unauthorizedObject(type!.name) }] as const;
  });
  const rules = new Map<string, (typeof roots)[number][1]>(roots);
  return ({ operation }: OperationDefinitionNode, { viewer }: RequestContext): GraphQLError | undefined => {
    const rule = rules.get(operation);
    return rule && !rule.allowed(viewer) ? rule.refusal : undefined;
  };
}
