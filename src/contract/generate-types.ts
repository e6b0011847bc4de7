import { writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as resolversPlugin from '@graphql-codegen/typescript-resolvers';
import * as typesPlugin from '@graphql-codegen/typescript';
import { parse } from 'graphql';
import { isMain } from '../is-main.ts';
import { readContractSdl } from './schema.ts';

const recordFile = '../../store/records.ts';

/** What the resolvers of a type get as their source, where it is not an object with the fields of the type. */
const sources = {
  Accountability: `${recordFile}#Component`,
  AccountabilityMutation: `${recordFile}#Component`,
  Author: `${recordFile}#User`,
  Budget: `${recordFile}#Budget`,
  BudgetConnection: './connections.ts#ConnectionSource<Budget>',
  Budgets: `${recordFile}#Component`,
  ComponentInterface: `${recordFile}#Component`,
  ComponentMutation: `${recordFile}#Component`,
  Meeting: `${recordFile}#Meeting`,
  MeetingConnection: './connections.ts#ConnectionSource<Meeting>',
  MeetingMutation: `${recordFile}#Meeting`,
  Meetings: `${recordFile}#Component`,
  MeetingsMutation: `${recordFile}#Component`,
  Organization: `${recordFile}#Organization`,
  Pages: `${recordFile}#Component`,
  ParticipatoryProcess: `${recordFile}#Process`,
  ParticipatorySpace: './find-space.ts#Space',
  ParticipatorySpaceInterface: './find-space.ts#Space',
  Project: `${recordFile}#Project`,
  Proposal: `${recordFile}#Proposal`,
  ProposalConnection: './connections.ts#ConnectionSource<Proposal>',
  ProposalMutation: `${recordFile}#Proposal`,
  Proposals: `${recordFile}#Component`,
  ProposalsMutation: `${recordFile}#Component`,
  Result: `${recordFile}#Result`,
  ResultConnection: './connections.ts#ConnectionSource<Result>',
  Status: `${recordFile}#Status`,
  Taxonomy: `${recordFile}#Taxonomy`,
  TranslatedField: `${recordFile}#Translations`,
  User: `${recordFile}#User`,
};

type Plugin = Parameters<typeof codegen>[0]['pluginMap'][string];

const generate = (filename: string, plugin: Plugin, config: object): Promise<string> =>
  codegen({
    filename,
    schema: parse(readContractSdl()),
    documents: [],
    plugins: [{ plugin: {} }],
    pluginMap: { plugin },
    config: { useTypeImports: true, ...config },
  });

const typesFile = new URL('generated-types.ts', import.meta.url);
const resolverTypesFile = new URL('../server/resolvers/resolver-types.ts', import.meta.url);

/** Generates the TypeScript types of the contract and of its resolvers, as source texts of files. */
export async function generateTypes(): Promise<[file: URL, text: string][]> {
  const types = await generate(typesFile.pathname, typesPlugin, {
    enumsAsTypes: true,
    skipTypename: true,
    scalars: {
      ID: { input: 'string', output: 'string | number' },
      Date: 'string',
      DateTime: 'string',
      JSON: 'unknown',
    },
  });
  const resolverTypes = await generate(resolverTypesFile.pathname, resolversPlugin, {
    contextType: '../../contract/request-context.ts#RequestContext',
    immutableTypes: true,
    mappers: sources,
    namespacedImportName: 'Types',
    onlyResolveTypeForInterfaces: true,
    resolverTypeWrapperSignature: 'T',
  });
  return [
    [typesFile, types],
    [resolverTypesFile, `import type * as Types from '../../contract/generated-types.ts';\n${resolverTypes}`],
  ];
}

// `npm run codegen` runs this file; a test fails if its output differs from the committed files.
if (isMain(import.meta.url)) for (const [file, text] of await generateTypes()) writeFileSync(file, text);
