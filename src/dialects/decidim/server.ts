import type { ServerDialect } from '../../contract/server-dialect.ts';
import { createDecidimExecutor } from './executor/executor.ts';
import { rules } from './forms/attribute-rules.ts';
import { mountDecidimHttp } from './http/protocol.ts';
import { permissions } from './permissions.ts';
import { createDecidimSchema } from './schema/create-schema.ts';
import { behavior } from './behavior/behavior.ts';

/** Decidim 0.32, as the stand-in answers. */
export const serverDialect: ServerDialect = {
  createSchema: createDecidimSchema,
  permissions,
  attributeRules: rules,
  behavior,
  createExecutor: createDecidimExecutor,
  mountHttp: mountDecidimHttp,
};
