import type { CodegenConfig } from '@graphql-codegen/cli';

const config = {
  // Every scalar has a type; an unknown one is an error.
  strictScalars: true,
  scalars: {
    ID: { input: 'string', output: 'string' },
    // `2027-03-12`
    Date: 'string',
    // `2027-03-12T18:00:00+00:00`
    DateTime: 'string',
    // The texts by locale. An output can be any JSON.
    JSON: { input: 'Record<string, string>', output: 'unknown' },
  },
  useTypeImports: true,
  enumsAsTypes: true,
};
const client = { preset: 'client' as const, presetConfig: { fragmentMasking: false }, config };

const served = (variable: string) => [
  { [process.env[variable]!]: { headers: { Authorization: 'Bearer admin-token' } } },
];

/** Generates a client for the contract, for a schema that a server introspects, and for one that it serves as SDL; their URLs are variables. */
export default {
  generates: {
    'typed/generated/specification/': {
      ...client,
      schema: '../../schema.graphql',
      documents: 'typed/*.graphql',
    },
    'typed/generated/specification-served/': {
      ...client,
      schema: served('SPECIFICATION_URL'),
      documents: 'typed/*.graphql',
    },
    // Without introspection, as the recipe says.
    'typed/generated/decidim/': {
      ...client,
      schema: process.env['DECIDIM_SCHEMA']!,
      documents: 'typed/operations.graphql',
    },
  },
} satisfies CodegenConfig;
