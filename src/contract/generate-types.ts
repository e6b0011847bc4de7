import { writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import { parse } from 'graphql';
import { readContractSdl } from './schema.ts';

/** Where the generated types stand. */
export const generatedTypesFile = new URL('generated-types.ts', import.meta.url);

/** The TypeScript types of the contract, as text. */
export const generateTypes = (): Promise<string> =>
  codegen({
    filename: generatedTypesFile.pathname,
    schema: parse(readContractSdl()),
    documents: [],
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
    config: {
      enumsAsTypes: true,
      useTypeImports: true,
      skipTypename: true,
      scalars: { Date: 'string', DateTime: 'string', JSON: 'unknown' },
    },
  });

// `npm run generate` writes the file; a test compares it.
if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(generatedTypesFile, await generateTypes());
