import type { ServerDialect } from '../../contract/server-dialect.ts';
import { decidimBehavior } from './behavior/behavior.ts';
import { createDecidimExecutor } from './executor/executor.ts';
import { createAttributeRules } from './forms/attribute-rules.ts';
import { mountDecidimHttp } from './http/protocol.ts';
import { decidimPermissions } from './permissions.ts';
import { createDecidimSchema } from './schema/create-schema.ts';
import type { DecidimOverrides, DecidimVersion } from './version.ts';

/** Creates the server side of a Decidim version. */
export async function createDecidimServerDialect(version: DecidimVersion): Promise<ServerDialect> {
  const overrides = await Promise.all(version.overrides.map((load) => load()));
  const merge = <K extends keyof DecidimOverrides>(member: K, shared?: NonNullable<DecidimOverrides[K]>) =>
    Object.assign({}, shared, ...overrides.map((each) => each[member])) as NonNullable<DecidimOverrides[K]>;
  const auth = merge('auth');
  const resolvers = overrides.map((each) => each.resolvers ?? {});
  return {
    createSchema: (mockMode) => createDecidimSchema(version, mockMode, { resolvers, auth }),
    permissions: merge('permissions', decidimPermissions),
    attributeRules: createAttributeRules(merge('attributeRules')),
    behavior: { ...decidimBehavior, maxPageSize: version.limits.maxPageSize, ...merge('behavior') },
    createExecutor: (schema, authorize, createExecute) =>
      createDecidimExecutor(schema, authorize, version.limits, createExecute),
    mountHttp: mountDecidimHttp,
  };
}
