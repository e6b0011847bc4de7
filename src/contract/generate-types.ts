import { writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import { parse } from 'graphql';
import { readContractSdl } from './schema.ts';

/** The file that contains the generated types. */
export const generatedTypesFile = new URL('generated-types.ts', import.meta.url);

/** Generates the TypeScript types of the contract, as source text. */
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

// `npm run generate` runs this file; a test fails if its output differs from the committed file.
if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(generatedTypesFile, await generateTypes());
