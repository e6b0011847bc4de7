import { type DocumentNode, Kind } from 'graphql';
import type { Actor } from '../model/case.ts';
import { graphqlRequest } from '../model/exchange.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { extractLedgerIds, addLedgerIds } from './ledger-ids.ts';
import type { Target, WriteTracker } from '../model/target.ts';

type Variables = Record<string, unknown>;

/** What a proposal's answer was before this run. */
interface Before {
  state: string | null;
  cost: string | null;
  answer: { translations: { locale: string; text: string | null }[] } | null;
}

const readAnswer = `query($componentId: ID!, $proposalId: ID!) { component(id: $componentId) { ... on Proposals {
  proposal(id: $proposalId) { state cost answer { translations { locale text } } } } } }`;
const writeAnswer = `mutation($componentId: ID!, $proposalId: ID!, $input: AnswerInput!) { component(id: $componentId) {
  ... on ProposalsMutation { proposal(id: $proposalId) { answer(input: $input) { id } } } } }`;

/** The amount in a text such as `€ 1,234.50` or `-€5.00`; null for none. */
const amountOf = (money: string | null): number | null =>
  money === null ? null : Number(money.replace(/[^\d.-]/g, ''));

const rootFields = (document: DocumentNode): number =>
  document.definitions.reduce(
    (count, each) => (each.kind === Kind.OPERATION_DEFINITION ? count + each.selectionSet.selections.length : count),
    0,
  );

const keyOf = ({ componentId, proposalId }: Variables): string => `${String(componentId)}/${String(proposalId)}`;

/** The tracking of a run on a deployment that is used by others. */
export function createWriteTracker(target: Target, ledger: Ledger, run: string): WriteTracker {
  const before = new Map<string, Before | undefined>();
  const answered = new Set<string>();
  const created = new Set<string>();
  const write = (entry: Pick<LedgerEntry, 'what' | 'undo'>) =>
    ledger.add({ run, url: target.url, dialect: target.dialect.name, ...entry });

  function answerWritten(variables: Variables): void {
    if (answered.has(keyOf(variables))) return;
    answered.add(keyOf(variables));
    const { componentId, proposalId } = variables;
    const what = `the answer of proposal ${String(proposalId)} in component ${String(componentId)}`;
    const found = before.get(keyOf(variables));
    const state = found?.state ?? target.dialect.cleanup.unanswered;
    if (!found || state === undefined) return write({ what });
    const texts = found.answer?.translations.map(({ locale, text }) => [locale, text]) ?? [];
    const attributes = {
      state,
      cost: amountOf(found.cost),
      answerContent: texts.length > 0 ? Object.fromEntries(texts) : null,
    };
    const undo = {
      actor: 'admin' as const,
      query: writeAnswer,
      variables: { componentId, proposalId, input: { attributes } },
    };
    return write({ what, undo });
  }

  function meetingCreated(id: string, actor: Actor, { componentId }: Variables): void {
    created.add(id);
    const { meeting } = target.dialect.cleanup;
    const what = `meeting ${id} in component ${String(componentId)}`;
    write(meeting ? { what, undo: { actor, query: meeting, variables: { componentId, id } } } : { what });
  }

  return {
    async prepareDocument(document, variables) {
      const key = keyOf(variables);
      if ('proposalId' in variables && !before.has(key)) {
        const answer = await target.send(
          graphqlRequest(
            readAnswer,
            { componentId: variables['componentId'], proposalId: variables['proposalId'] },
            {},
          ),
        );
        const { data } = (answer.json ?? {}) as { data?: { component?: { proposal?: Before } | null } };
        before.set(key, data?.component?.proposal);
      }
      return addLedgerIds(document);
    },
    recordWrites(answer, actor, variables, document) {
      const { data } = (answer.json ?? {}) as { data?: unknown };
      // A root field that is refused takes the ids of the others with it.
      if (data === null && rootFields(document) > 1)
        write({ what: `what a document wrote before a root field was refused` });
      const { value, ids } = extractLedgerIds((answer.json as { data?: unknown } | undefined)?.data);
      for (const { field, id } of ids) {
        if (field === 'answer') answerWritten(variables);
        else if (/result/i.test(field))
          write({ what: `result ${id} in component ${String(variables['componentId'])}` });
        else if (field !== 'update') meetingCreated(id, actor, variables);
        else if (!created.has(id))
          write({ what: `what meeting ${id} of component ${String(variables['componentId'])} said before` });
      }
      return ids.length === 0 ? answer : { ...answer, json: { ...(answer.json as object), data: value } };
    },
  };
}
