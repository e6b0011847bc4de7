import { writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typesPlugin from '@graphql-codegen/typescript';
import { Kind, parse } from 'graphql';
import { isMain } from '../is-main.ts';
import { readContractSdl } from './schema.ts';

const inputKinds = new Set<string>([
  Kind.DIRECTIVE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
]);

/** The file of the generated types. */
export const typesFile = new URL('generated-types.ts', import.meta.url);

/** Generates the TypeScript types of the inputs of the contract, as a source text. */
export function generateTypes(): Promise<string> {
  const { kind, definitions } = parse(readContractSdl());
  const inputs = definitions.filter((definition) => inputKinds.has(definition.kind));
  return codegen({
    filename: typesFile.pathname,
    schema: { kind, definitions: inputs },
    documents: [],
    plugins: [{ types: {} }],
    pluginMap: { types: typesPlugin },
    config: {
      disableDescriptions: true,
      enumsAsTypes: true,
      scalars: { ID: 'string', Date: 'string', DateTime: 'string', JSON: 'unknown' },
    },
  });
}

// `npm run codegen` runs this file; a test fails if its output differs from the committed file.
if (isMain(import.meta.url)) writeFileSync(typesFile, await generateTypes());
