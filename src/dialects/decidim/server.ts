import type { ServerDialect } from '../server-dialect.ts';
import { decidimBehavior } from './behavior.ts';
import { behaviors, behaviorsOf, mergeMember } from './behaviors.ts';
import { createDecidimSchema } from './executable-schema.ts';
import { createDecidimExecutor } from './executor.ts';
import { createAttributeRules } from './forms/attribute-rules.ts';
import { createDecidimHttp } from './http/endpoints.ts';
import { decidimPermissions } from './permissions.ts';
import type { Release } from './releases.ts';
import { createMemberCheck } from './town.ts';

/** Creates the server side of a release, with its behaviors of a table. */
export function createDecidimServerDialect(release: Release, table = behaviors): ServerDialect {
  const own = behaviorsOf(release.number, table);
  const resolvers = own.map((each) => each.resolvers ?? {});
  return {
    ...(release.town !== undefined && { checkAddedMember: createMemberCheck(release) }),
    createSchema: (mockMode) => createDecidimSchema(release, mockMode, { resolvers, auth: mergeMember(own, 'auth') }),
    permissions: { ...decidimPermissions, ...mergeMember(own, 'permissions') },
    attributeRules: createAttributeRules(mergeMember(own, 'attributeRules')),
    behavior: { ...decidimBehavior, maxPageSize: release.limits.maxPageSize, ...mergeMember(own, 'behavior') },
    createExecutor: (schema, authorize) =>
      createDecidimExecutor(schema, authorize, release.limits, mergeMember(own, 'execution')),
    http: createDecidimHttp(mergeMember(own, 'http')),
  };
}
