import { isDeepStrictEqual } from 'node:util';
import { parse, print } from 'graphql';
import type { RecordUndo, SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import type { Actor } from '../../src/client/actor.ts';
import { graphqlRequest } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import { parseMoney } from '../../src/client/money.ts';
import type { Target } from '../../src/client/target.ts';
import { formatValue } from '../../src/client/format-text.ts';
import type { Undo } from './ledger.ts';

interface TranslatedField {
  translations: { locale: string; text: string | null }[];
}

interface ProposalAnswer {
  state: string | null;
  /** As money, such as `€ 1,234.50`. */
  cost: string | null;
  answer: TranslatedField | null;
  costReport: TranslatedField | null;
  executionPeriod: TranslatedField | null;
}

const isText = (value: unknown): boolean => value === null || typeof value === 'string';

const isTranslatedField = (value: unknown): boolean =>
  value === null ||
  (isJsonObject(value) &&
    Array.isArray(value['translations']) &&
    value['translations'].every((each) => isJsonObject(each) && isText(each['text'])));

/** Whether a target returned the answer of a proposal, and not something else. */
const isProposalAnswer = (value: unknown): value is ProposalAnswer =>
  isJsonObject(value) &&
  [value['state'], value['cost']].every(isText) &&
  [value['answer'], value['costReport'], value['executionPeriod']].every(isTranslatedField);

const answerQuery = `query($componentId: ID!, $proposalId: ID!) {
  component(id: $componentId) { ... on Proposals { proposal(id: $proposalId) {
    state cost answer { ...Texts } costReport { ...Texts } executionPeriod { ...Texts }
  } } }
}
fragment Texts on TranslatedField { translations { locale text } }`;
const answerMutation = `mutation($componentId: ID!, $proposalId: ID!, $input: AnswerInput!) {
  component(id: $componentId) { ... on ProposalsMutation { proposal(id: $proposalId) { answer(input: $input) { id } } } }
}`;

/** Ids of a proposal and its component. */
export type ProposalIds = { componentId: string; proposalId: string };

/** Reads the answer of a proposal, to restore it later; undefined if it cannot be read. */
export async function readAnswer(target: Target, ids: ProposalIds): Promise<unknown> {
  const actor = target.missingCredentials('admin') === undefined ? 'admin' : 'anonymous';
  return readData(target, actor, inDialect(answerQuery, target.dialect), ids);
}

/** Whether the data of `readAnswer` shows that there is no proposal to answer: no such component, or no such proposal in it. */
export function showsNoProposal(data: unknown): boolean {
  const component = valueAt(data, ['component']);
  return component === null || (isJsonObject(component) && (component['proposal'] ?? null) === null);
}

/** The undo of an answer, from the data of `readAnswer`; undefined if the dialect cannot restore it. */
export function restoreAnswer(data: unknown, ids: ProposalIds, dialect: SuiteDialect): Undo | undefined {
  const answer = valueAt(data, ['component', 'proposal']);
  if (!isProposalAnswer(answer)) return undefined;
  const state = answer.state ?? dialect.undo.unansweredState;
  const cost = answer.cost === null ? null : parseMoney(answer.cost);
  if (state === undefined || cost === undefined) return undefined;
  const attributes = {
    state,
    cost,
    answerContent: localeMap(answer.answer),
    costReport: localeMap(answer.costReport),
    executionPeriod: localeMap(answer.executionPeriod),
  };
  return {
    actor: 'admin',
    query: inDialect(answerMutation, dialect),
    variables: dialect.translator.translateVariables({ ...ids, input: { attributes } }),
    check: { query: inDialect(answerQuery, dialect), variables: ids, expected: data },
  };
}

const inDialect = (query: string, { translator }: SuiteDialect): string =>
  print(translator.translateDocument(parse(query)));

const localeMap = (field: TranslatedField | null): Record<string, string | null> | null =>
  field && field.translations.length > 0
    ? Object.fromEntries(field.translations.map(({ locale, text }) => [locale, text]))
    : null;

/** The undo of a created record; undefined if the API of the dialect has none. */
export const undoCreation = (
  undo: RecordUndo | undefined,
  ids: { componentId: string; id: string },
  actor: Actor,
): Undo | undefined =>
  undo && {
    actor,
    query: undo.mutation,
    variables: ids,
    check: { query: undo.query, variables: ids, expected: undo.expected },
  };

const formatShort = (value: unknown): string => formatValue(value, 1000);

/** Undoes a write. Returns the reason if a read does not prove that it is undone. */
export async function performUndo(
  { actor, query, variables, check }: Undo,
  target: Target,
): Promise<string | undefined> {
  const headers = await target.authorizationHeaders(actor);
  const { status, json } = await target.send(graphqlRequest(query, variables, headers));
  const data = await readData(target, actor, check.query, check.variables);
  if (isDeepStrictEqual(comparable(data), comparable(check.expected))) return undefined;
  const errors = isJsonObject(json) ? json['errors'] : undefined;
  const failure = errors ? `status ${status}, ${formatShort(errors)}; ` : status === 200 ? '' : `status ${status}; `;
  return `${failure}a read shows ${data === undefined ? 'no data' : formatShort(data)} instead of ${formatShort(check.expected)}`;
}

async function readData(
  target: Target,
  actor: Actor,
  query: string,
  variables: Record<string, unknown>,
): Promise<unknown> {
  const headers = await target.authorizationHeaders(actor);
  const { json } = await target.send(graphqlRequest(query, variables, headers));
  return isJsonObject(json) ? json['data'] : undefined;
}

/**
 * Ignores the order of lists, whether a field without texts is null or has an empty list of translations, and the locale of
 * amounts of money.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(comparable(each))).toSorted();
  if (typeof value === 'string') return parseMoney(value) ?? value;
  if (!isJsonObject(value)) return value;
  const { translations } = value;
  if (Array.isArray(translations) && translations.length === 0) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each)]));
}
