import type { SpokenDialect } from '../spoken.ts';
import { decidimExecutor } from './executor.ts';
import { rules } from './forms/forms.ts';
import { permissions } from './permissions.ts';
import { decidimSchema } from './schema.ts';
import { ways } from './ways.ts';

/** Decidim 0.32, as the stand-in answers. */
export const standIn: SpokenDialect = {
  schema: decidimSchema,
  permissions,
  rules,
  ways,
  executor: decidimExecutor,
  http: 'platform',
};
