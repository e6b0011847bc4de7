import { readdirSync } from 'node:fs';
import { type DocumentNode, parse, print, visit } from 'graphql';
import type { SuiteDialect } from '../../src/contract/suite-dialect.ts';
import { specificationSuiteDialect } from '../../src/dialects/specification/suite.ts';
import { type Case, fixturesFolder, operationDocument, requirements } from '../cases/load.ts';
import type { Chain, ReplayableExchange } from './chains.ts';
import { describeOutcome } from './outcome.ts';
import { createSteps } from './steps.ts';

/** A recorded case, but for the id that it is given when it is written, and its folder. */
export interface DraftCase {
  folder: string;
  case: Omit<Case, 'id'>;
}

/** What drafts are made with. */
export interface DraftOptions {
  dialect: SuiteDialect;
  names: Record<string, unknown>;
  /** The folders of the operations, by their documents as they are printed. */
  operations: ReadonlyMap<string, string>;
}

/** The folders of the operations, by their documents as graphql-js prints them, in the words of a dialect too. */
export function operationFoldersByDocument({ translator }: SuiteDialect): Map<string, string> {
  const folders = new Map<string, string>();
  for (const folder of readdirSync(fixturesFolder)) {
    const text = operationDocument(`${folder}/`);
    if (text === undefined) continue;
    const document = parse(text, { noLocation: true });
    for (const each of [document, translator.translateDocument(document)]) folders.set(print(each), folder);
  }
  return folders;
}

/** The case that shows a chain again. */
export function createDraftCase(chain: Chain, drafting: DraftOptions): DraftCase {
  const { dialect } = drafting;
  const folder = folderOf(chain.exchanges, drafting);
  const requirement = requirements.find(({ id }) => id === `operation.${folder}`)?.id;
  const isOfFolder = ({ query }: ReplayableExchange) => drafting.operations.get(query) === folder;
  const steps = createSteps(chain, drafting.names, isOfFolder);
  return {
    folder,
    case: {
      description: steps.map(({ exchange }) => describeExchange(exchange)).join(', then '),
      requirements: [requirement ?? (folder === 'read' ? 'read.component' : 'document.fragments')],
      level: 'OBSERVE',
      ...(dialect.name === specificationSuiteDialect.name ? {} : { dialects: [dialect.name] }),
      draft: true,
      steps: steps.map(({ step }) => step),
    },
  };
}

/** The folder of the last write, for which the steps before it prepare. */
function folderOf(exchanges: ReplayableExchange[], { operations }: DraftOptions): string {
  const last = exchanges.findLast(({ operation }) => operation !== 'query');
  return last ? (operations.get(last.query) ?? 'document') : 'read';
}

/** What was seen, as a sentence. */
export const describeExchange = ({ document, actor, outcome }: ReplayableExchange): string =>
  `${documentTitle(document)} by ${actor} ${describeOutcome(outcome)}`;

/** What a document is called in sentences: the field that takes an input, or else the first one. */
export function documentTitle(document: DocumentNode | undefined): string {
  if (!document) return 'A document that cannot be parsed';
  const fields: [name: string, takesInput: boolean][] = [];
  visit(document, {
    Field: ({ name, arguments: given }) =>
      void fields.push([name.value, given?.some((each) => each.name.value === 'input') === true]),
  });
  return (fields.find(([, takesInput]) => takesInput) ?? fields[0] ?? ['A document'])[0];
}
