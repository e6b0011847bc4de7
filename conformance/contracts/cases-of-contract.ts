import { type GraphQLSchema, validate } from 'graphql';
import type { Case, ExpectedResponse, GraphQLStep } from '../../src/cases/case.ts';
import { parseTemplate } from '../../src/cases/placeholders.ts';
import type { LoadedContract } from '../../src/cases/interactions/contract-file.ts';
import type {
  Answer,
  Interaction,
  NormalizedRequest,
  TestOnlyReason,
} from '../../src/cases/interactions/interaction.ts';
import type { CaseResult } from '../model/report.ts';

/** Why an interaction is not sent, and the outcome that it has because of that. */
export type NotSent = Required<Pick<CaseResult, 'outcome' | 'reason'>>;

/** The interactions of a contract as cases, and those that are not sent, by their ids. */
export interface CasesOfContract {
  cases: Case[];
  notSent: ReadonlyMap<string, NotSent>;
}

const reasons: Record<TestOnlyReason, string> = {
  fault: 'a fault of the stand-in made it',
  clock: 'the test changed the clock of the stand-in',
  'plug-in': 'a plug-in of the stand-in made it',
  upstream: 'the upstream of the stand-in answered it',
  text: 'its answer follows from a text, which contracts do not contain',
  record: 'it needs a record that the test made in several steps',
};

/** Another server could answer these alike, but the contract does not say enough to ask it. */
const isUnverified = (reason: TestOnlyReason): boolean => reason === 'text' || reason === 'record';

/** What only reads is asked first: a deployment is not reset between interactions, and a proposal would be read with the answer that another one gave it. */
const readsFirst = (cases: Case[]): Case[] => cases.toSorted((a, b) => Number(writes(a)) - Number(writes(b)));
const writes = ({ steps }: Case): boolean =>
  steps.some((step) => 'query' in step && /^mutation\b/m.test(step.query ?? ''));

/** Turns the interactions of a contract into cases. `schema` is that of its dialect. */
export function casesOfContract({ file, contract, lineOf }: LoadedContract, schema: GraphQLSchema): CasesOfContract {
  const notSent = new Map<string, NotSent>();
  const ids = new Set<string>();
  const folder = file
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)!
    .replace(/\.json$/, '');
  const cases = contract.interactions.map((interaction, index) => {
    const { operation, role, before = [], answers, testOnly = [] } = interaction;
    const title = `${operation} as ${role}`;
    let id = `${folder}/${title}`;
    for (let number = 2; ids.has(id); number += 1) id = `${folder}/${title} (${number})`;
    ids.add(id);
    const [reason] = testOnly.toSorted((a, b) => Number(isUnverified(b)) - Number(isUnverified(a)));
    if (reason)
      notSent.set(id, { outcome: isUnverified(reason) ? 'could not run' : 'not applicable', reason: reasons[reason] });
    else if (answers.length === 0) notSent.set(id, { outcome: 'could not run', reason: 'the client got no answer' });
    const steps = [
      ...before.map((each) => ({ ...stepOf(each), capture: each.capture, expect: anyData })),
      { ...stepOf(interaction), expect: expectationOf(interaction, schema) },
    ];
    return {
      id,
      description: `The server answers ${title} as it answered the tests of the client.`,
      requirements: [],
      level: 'MUST' as const,
      steps,
      source: { file, line: lineOf(['interactions', index]) },
    };
  });
  return { cases: readsFirst(cases), notSent };
}

const anyData: ExpectedResponse = { data: { $is: 'object' } };

const stepOf = ({ role, document, operationName, variables }: NormalizedRequest): Omit<GraphQLStep, 'expect'> => ({
  actor: role,
  query: document.join('\n'),
  ...(operationName !== undefined && { operationName }),
  ...(variables && { variables }),
});

function expectationOf({ answers, document }: Interaction, schema: GraphQLSchema): ExpectedResponse {
  // A document that the schema does not have is a mistake of the client, even if each server refuses it.
  const isRefused = answers.some((each) => 'refused' in each);
  const parsed = isRefused && parseTemplate(document.join('\n'));
  if (parsed && validate(schema, parsed).length > 0) return anyData;
  const [first = anyData, ...others] = answers.map(responseOf);
  return others.length === 0 ? first : { oneOf: [first, ...others] };
}

function responseOf(answer: Answer): ExpectedResponse {
  if ('status' in answer) return { status: [answer.status] };
  if ('refused' in answer) return { requestError: answer.refused.filter((code) => code !== null) };
  const data = answer.data === 'null' ? null : { $shape: answer.data };
  return answer.errors ? { errors: answer.errors, data } : { data };
}
