import type { ServerDialect } from '../server-dialect.ts';
import { decidimBehavior } from './behavior.ts';
import { behaviors, loadBehaviors } from './behaviors.ts';
import { createDecidimExecutor } from './executor/executor.ts';
import { createAttributeRules } from './forms/attribute-rules.ts';
import { createDecidimHttp } from './http/endpoints.ts';
import { decidimPermissions } from './permissions.ts';
import { createDecidimSchema } from './schema/create-schema.ts';
import { readSchema } from './schema/read-schema.ts';
import { createMemberCheck } from './town/added-members.ts';
import type { DecidimOverrides } from './overrides.ts';
import type { Release } from './release.ts';

/** Creates the server side of a release, with its behaviors of a table. */
export async function createDecidimServerDialect(release: Release, table = behaviors): Promise<ServerDialect> {
  const overrides = await loadBehaviors(release.number, table);
  const merge = <K extends keyof DecidimOverrides>(member: K, shared?: NonNullable<DecidimOverrides[K]>) =>
    Object.assign({}, shared, ...overrides.map((each) => each[member])) as NonNullable<DecidimOverrides[K]>;
  const auth = merge('auth');
  const resolvers = overrides.map((each) => each.resolvers ?? {});
  const { base } = release;
  return {
    ...(base && { checkAddedMember: createMemberCheck(readSchema(release, true), readSchema(base, true)) }),
    createSchema: (mockMode) => createDecidimSchema(release, mockMode, { resolvers, auth }),
    permissions: merge('permissions', decidimPermissions),
    attributeRules: createAttributeRules(merge('attributeRules')),
    behavior: { ...decidimBehavior, maxPageSize: release.limits.maxPageSize, ...merge('behavior') },
    createExecutor: (schema, authorize) => createDecidimExecutor(schema, authorize, release.limits, merge('execution')),
    http: createDecidimHttp(merge('http')),
  };
}
