import { parse, print } from 'graphql';
import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import { specificationSuiteDialect } from '../../dialects/specification.ts';
import { readCaseFiles } from '../case-files.ts';
import { documentTitle, operationDocument } from '../documents.ts';
import { fillPlaceholders, placeholdersIn } from '../placeholders.ts';
import { requirements } from '../requirements.ts';
import type { Case } from '../case.ts';
import type { Chain, ReplayableExchange } from './chains.ts';
import { describeOutcome } from './outcome.ts';
import { createSteps } from './steps.ts';

/** A recorded case and its folder. It gets its id when it is written, and its level from its reviewer. */
export interface DraftCase {
  folder: string;
  case: Omit<Case, 'id' | 'level'>;
}

export interface DraftOptions {
  dialect: SuiteDialect;
  placeholders: Record<string, unknown>;
  /** From `operationFoldersByDocument`. */
  operationFolders: ReadonlyMap<string, string>;
}

/** The folders with an `operation.graphql`, by the printed document, in the words of the contract and of a dialect. */
export function operationFoldersByDocument(
  { translator }: SuiteDialect,
  placeholders: Record<string, unknown>,
): Map<string, string> {
  const values = new Map(Object.entries(placeholders));
  const folders = new Map<string, string>();
  for (const folder of new Set([...readCaseFiles().keys()].map((file) => file.split('/')[0]!))) {
    const text = operationDocument(`${folder}/`);
    if (text === undefined || placeholdersIn(text).some((name) => !values.has(name))) continue;
    const document = parse(fillPlaceholders(text, values) as string, { noLocation: true });
    for (const each of [document, translator.translateDocument(document)]) folders.set(print(each), folder);
  }
  return folders;
}

/** Creates the case that repeats a chain. */
export function createDraftCase(chain: Chain, options: DraftOptions): DraftCase {
  const { dialect, placeholders, operationFolders } = options;
  const folder = folderOf(chain.exchanges, operationFolders);
  const requirement = requirements.find(({ id }) => id === `operation.${folder}`)?.id;
  const usesOperationDocument = ({ query }: ReplayableExchange) => operationFolders.get(query) === folder;
  const steps = createSteps(chain, placeholders, usesOperationDocument);
  return {
    folder,
    case: {
      description: steps.map(({ exchange }) => describeExchange(exchange)).join(', then '),
      requirements: [requirement ?? (folder === 'read' ? 'read.component' : 'document.fragments')],
      ...(dialect.name === specificationSuiteDialect.name ? {} : { dialects: [dialect.name] }),
      draft: true,
      steps: steps.map(({ step }) => step),
    },
  };
}

/** The folder of the last mutation, because the steps before it only prepare. */
function folderOf(exchanges: ReplayableExchange[], operationFolders: ReadonlyMap<string, string>): string {
  const last = exchanges.findLast(({ operation }) => operation !== 'query');
  return last ? (operationFolders.get(last.query) ?? 'document') : 'read';
}

/** An exchange as a sentence, such as `createMeeting by member returns data`. */
export const describeExchange = ({ document, actor, outcome }: ReplayableExchange): string =>
  `${documentTitle(document)} by ${actor} ${describeOutcome(outcome)}`;
