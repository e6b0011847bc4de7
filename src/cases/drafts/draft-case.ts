import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import { specificationSuiteDialect } from '../../dialects/specification.ts';
import { documentTitle, writingPath } from '../documents.ts';
import { loadOperations } from '../load.ts';
import { recordPath } from '../request.ts';
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
}

/** The folders of operations, by the path of the record that they write, such as `component.createMeeting`. */
const operationFolders = new Map(
  [...loadOperations()].flatMap(([folder, { document }]) =>
    document ? [[recordPath(document).join('.'), folder]] : [],
  ),
);

/** Creates the case that repeats a chain. */
export function createDraftCase(chain: Chain, options: DraftOptions): DraftCase {
  const { dialect, placeholders } = options;
  const folder = folderOf(chain.exchanges);
  const requirement = requirements.find(({ id }) => id === `operation.${folder}`)?.id;
  const steps = createSteps(chain, placeholders);
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
function folderOf(exchanges: ReplayableExchange[]): string {
  const last = exchanges.findLast(({ operation }) => operation !== 'query');
  if (!last) return 'read';
  return operationFolders.get(last.document ? writingPath(last.document).join('.') : '') ?? 'document';
}

/** An exchange as a sentence, such as `createMeeting by member returns data`. */
export const describeExchange = ({ document, actor, outcome }: ReplayableExchange): string =>
  `${documentTitle(document)} by ${actor} ${describeOutcome(outcome)}`;
