import type { CodegenConfig } from '@graphql-codegen/cli';

const client = {
  preset: 'client' as const,
  presetConfig: { fragmentMasking: false },
  config: {
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
  },
};

/** Generates typed documents from the contract, from the introspection of a server, and from the SDL that a server returns. */
export default {
  generates: {
    'generated/specification/': {
      ...client,
      schema: process.env['CONTRACT']!,
      documents: '*.graphql',
    },
    'generated/introspected/': {
      ...client,
      schema: [{ [process.env['SPECIFICATION_URL']!]: { headers: { Authorization: 'Bearer admin-token' } } }],
      documents: '*.graphql',
    },
    'generated/decidim/': {
      ...client,
      schema: process.env['DECIDIM_SCHEMA']!,
      documents: 'operations.graphql',
    },
  },
} satisfies CodegenConfig;
