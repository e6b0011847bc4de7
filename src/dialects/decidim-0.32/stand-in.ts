import type { ServerDialect } from '../spoken.ts';
import { createDecidimExecutor } from './executor.ts';
import { rules } from './forms/forms.ts';
import { permissions } from './permissions.ts';
import { createDecidimSchema } from './schema.ts';
import { behavior } from './ways.ts';

/** Decidim 0.32, as the stand-in answers. */
export const serverDialect: ServerDialect = {
  createSchema: createDecidimSchema,
  permissions,
  attributeRules: rules,
  behavior,
  createExecutor: createDecidimExecutor,
  http: 'platform',
};
