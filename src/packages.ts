import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const later = <Package>(load: () => Package): (() => Package) => {
  let loaded: Package | undefined;
  return () => (loaded ??= load());
};

// Packages that most starts do not need, or that are far quicker to load as CommonJS: each is loaded when it is first used.
export const ajv = later(() => require('ajv') as typeof import('ajv'));
export const graphqlJit = later(() => require('graphql-jit') as typeof import('graphql-jit'));
export const graphqlToolsMock = later(() => require('@graphql-tools/mock') as typeof import('@graphql-tools/mock'));
/** The ES modules of this package and of the next one are 92 files. */
export const graphqlToolsSchema = later(
  () => require('@graphql-tools/schema') as typeof import('@graphql-tools/schema'),
);
export const graphqlToolsUtils = later(() => require('@graphql-tools/utils') as typeof import('@graphql-tools/utils'));
export const jsoncParser = later(() => require('jsonc-parser') as typeof import('jsonc-parser'));
/** Of the cases of the package, the build has read the files. */
export const yaml = later(() => require('yaml') as typeof import('yaml'));
/** Times in UTC, as in the worlds of the package, need little of it. */
export const luxon = later(() => require('luxon') as typeof import('luxon'));
