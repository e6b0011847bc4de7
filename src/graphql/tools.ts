import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// Their ES modules are 92 files, which take more than twice as long to load in a start as the CommonJS modules.
export const { makeExecutableSchema } = require('@graphql-tools/schema') as typeof import('@graphql-tools/schema');
export const { MapperKind, collectSubFields, getDirective, mapSchema } =
  require('@graphql-tools/utils') as typeof import('@graphql-tools/utils');
/** Loads what makes up values, which few schemas need. */
export const loadMockStore = () => (require('@graphql-tools/mock') as typeof import('@graphql-tools/mock')).MockStore;
