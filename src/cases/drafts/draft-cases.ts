import { Document, Scalar, visit } from 'yaml';
import { escapeControlCharacters } from '../../client/format-text.ts';
import { firstSchemaError } from '../../client/json-schema.ts';
import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import { specificationSuiteDialect } from '../../dialects/specification-suite.ts';
import type { Case } from '../case.ts';
import { schemaOf } from '../../client/dialect-schema.ts';
import { loadOperations } from '../load.ts';
import { recordPath } from '../request.ts';
import { requirements as allRequirements } from '../requirements.ts';
import { isCaseFile } from '../schema.ts';
import { type Exchange, type RecordId, describeExchange, isSameRecord } from './exchange.ts';
import { createSteps } from './steps.ts';

/** Exchanges that depend on each other, in order, and the ids that later ones take from the responses of earlier ones. */
export interface Chain {
  exchanges: Exchange[];
  captures: (RecordId & { path: string; from: Exchange })[];
}

/** A draft gets its level from its reviewer. */
export type DraftCase = Omit<Case, 'level'>;

export interface DraftOptions {
  dialect: SuiteDialect;
  /** The placeholder of a record; undefined if there is none. */
  nameOf: (kind: string, id: string | number) => string | undefined;
  /** The number in the id of the first draft of a folder: `answer/recorded-1`. Default: 1. */
  firstNumber?: number;
  /** Whether an id has a draft or case already. */
  isTaken?: (id: string) => boolean;
}

/**
 * Groups exchanges into chains. Two exchanges belong together if one sends an id from the response of the other, or uses a record that
 * the other wrote. An id with a placeholder needs no earlier response, and one that the client sent before it received it is not new.
 */
function groupIntoChains(exchanges: Exchange[], nameOf: DraftOptions['nameOf']): Chain[] {
  const chains = new Map<Exchange, Chain>();
  const merge = (one: Exchange, other: Exchange): Chain => {
    const [a, b] = [chains.get(one)!, chains.get(other)!];
    if (a === b) return a;
    const members = new Set([...a.exchanges, ...b.exchanges]);
    const chain = {
      exchanges: exchanges.filter((each) => members.has(each)),
      captures: [...a.captures, ...b.captures],
    };
    for (const each of members) chains.set(each, chain);
    return chain;
  };
  for (const [index, exchange] of exchanges.entries()) {
    chains.set(exchange, { exchanges: [exchange], captures: [] });
    const earlier = exchanges.slice(0, index);
    for (const record of exchange.sent) {
      const isSame = (each: RecordId) => isSameRecord(each, record);
      const origin = earlier.find(({ sent, received }) => received.some(isSame) || sent.some(isSame));
      const received = origin?.received.find(isSame);
      if (received && !origin!.sent.some(isSame) && nameOf(record.kind, record.id) === undefined) {
        const { captures } = merge(origin!, exchange);
        if (!captures.some(isSame)) captures.push({ ...received, from: origin! });
      }
      if (record.kind === 'Component' || 'errorCode' in exchange.outcome) continue;
      const writer = earlier.find(({ writes, sent }) => writes && sent.some(isSame));
      if (writer) merge(writer, exchange);
    }
  }
  return [...new Set(chains.values())];
}

/** The folders of operations, by the path of the record that they write, such as `component.createMeeting`. */
const operationFolders = new Map(
  [...loadOperations()].flatMap(([folder, { document }]) =>
    document ? [[recordPath(document).join('.'), folder]] : [],
  ),
);

/** The folder of the last mutation, because the steps before it only prepare. */
function folderOf(exchanges: Exchange[]): string {
  const last = exchanges.findLast(({ isRead }) => !isRead);
  if (!last) return 'read';
  return operationFolders.get(last.writingPath.join('.')) ?? 'document';
}

/** A draft, or the reason why there is none, and the exchanges that it repeats. */
export type DraftResult = { exchanges: Exchange[] } & ({ draft: DraftCase } | { reason: string });

/** Turns exchanges, in their order, into cases that repeat them: one for each chain. A chain that is repeated has one case. */
export function draftCases(exchanges: Exchange[], options: DraftOptions): DraftResult[] {
  const { dialect, nameOf, firstNumber = 1, isTaken = () => false } = options;
  const texts = new Set<string>();
  const ids = new Set<string>();
  return groupIntoChains(exchanges, nameOf).flatMap((chain): DraftResult[] => {
    const folder = folderOf(chain.exchanges);
    const steps = createSteps(chain, schemaOf(dialect), nameOf);
    const draft = {
      description: steps.map(({ exchange }) => describeExchange(exchange)).join(', then '),
      requirements: [
        allRequirements.find(({ id }) => id === `operation.${folder}`)?.id ??
          (folder === 'read' ? 'read.component' : 'document.fragments'),
      ],
      ...(dialect.name === specificationSuiteDialect.name ? {} : { dialects: [dialect.name] }),
      draft: true as const,
      steps: steps.map(({ step }) => step),
    };
    const text = JSON.stringify(draft);
    if (texts.has(text)) return [];
    texts.add(text);
    let number = firstNumber;
    const idOf = () => `${folder}/recorded-${number}`;
    while (ids.has(idOf()) || isTaken(idOf())) number += 1;
    const testCase = { id: idOf(), ...draft };
    if (!isCaseFile(draftFile(testCase)))
      return [{ exchanges: chain.exchanges, reason: firstSchemaError(isCaseFile, 'the case') }];
    ids.add(testCase.id);
    return [{ exchanges: chain.exchanges, draft: testCase }];
  });
}

/** A draft as it is written: a list of one case. */
const draftFile = ({ id, description, requirements, dialects, draft, steps }: DraftCase): object[] => [
  { [id.split('/')[1]!]: description, checks: requirements, ...(dialects && { dialects }), draft, steps },
];

/** Renders a draft as a file that can be dropped into a folder of cases. `schema` is the path of `case.schema.json` from there. */
export function draftText(testCase: DraftCase, schema = '../../../src/cases/case.schema.json'): string {
  const document = new Document(draftFile(testCase));
  document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  visit(document, {
    Scalar(_, scalar) {
      // Only a text in double quotes can have escapes.
      if (typeof scalar.value === 'string' && escapeControlCharacters(scalar.value) !== scalar.value)
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeControlCharacters(document.toString({ lineWidth: 0, singleQuote: true }));
}
