import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'src/**/*.tsx',
  generates: {
    'src/generated/': {
      preset: 'client',
      config: { scalars: { DateTime: 'string', Date: 'string', JSON: 'Record<string, string>' }, useTypeImports: true },
    },
  },
};

export default config;
