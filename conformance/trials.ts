import type { GraphQLStep } from '../src/cases/case.ts';
import { isJsonObject, valueAt } from '../src/client/json-value.ts';
import type { Target } from '../src/client/target.ts';
import { type CaseContext, caseScenario } from './case-steps.ts';
import { runScenarios } from './run.ts';

/** What no query shows of a component: whether a mutation is accepted there, and whether the response shows its cost. */
interface Trial {
  /** The names that cannot be used if it fails; the first one is that of the component. */
  names: [string, ...string[]];
  /** It is tried only if a case uses this one. */
  needs: string;
  step: Omit<GraphQLStep, 'expect'>;
  refused: string;
  /** What follows if the response hides the cost. */
  hidden?: string;
}

/** Changes a proposal, which is restored at the end of the run. */
const answer = (component: string, proposal: string, attributes: object): Trial['step'] => ({
  actor: 'admin',
  query: `mutation plenumPreflight($component: ID!, $record: ID!, $input: AnswerInput!) {
    component(id: $component) { ... on ProposalsMutation { proposal(id: $record) { answer(input: $input) { cost } } } } }`,
  variables: { component: `$${component}`, record: `$${proposal}`, input: { attributes } },
});

const trials: Trial[] = [
  {
    names: ['meetings', 'keptMeetings'],
    needs: 'meetings',
    step: {
      actor: 'member',
      query: `mutation plenumPreflight($component: ID!, $input: CreateMeetingInput!) {
        component(id: $component) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`,
      variables: {
        component: '$meetings',
        input: {
          locale: '$locale',
          // A blank title: a server that may create meetings refuses the attributes.
          attributes: {
            title: ' ',
            description: '${run}',
            startTime: '2031-03-12T18:00:00Z',
            endTime: '2031-03-12T20:00:00Z',
            registrationType: 'REGISTRATION_DISABLED',
            typeOfMeeting: 'ONLINE',
          },
        },
      },
    },
    refused: 'participants may not create meetings there',
  },
  {
    names: ['proposals', 'proposal'],
    needs: 'proposal',
    step: answer('proposals', 'proposal', { state: 'evaluating' }),
    refused: 'it does not accept answers',
  },
  {
    names: ['proposalsWithCosts', 'proposalWithCosts'],
    needs: 'proposalWithCosts',
    step: answer('proposalsWithCosts', 'proposalWithCosts', { state: 'evaluating', cost: 1 }),
    refused: 'it does not accept answers',
    hidden: 'it hides costs',
  },
];

/**
 * Tries before a run in mode write what no query shows, as cases that are judged by their response only. Deletes the names that cannot be
 * used from the target, so that the cases that need them could not run, and returns a sentence for each.
 */
export async function runTrials(
  target: Target,
  usedNames: ReadonlySet<string>,
  context: Omit<CaseContext, 'target' | 'mode'>,
): Promise<string[]> {
  const notices: string[] = [];
  for (const { names, needs, step, refused, hidden } of trials) {
    if (!usedNames.has(needs)) continue;
    const steps = [{ ...step, expect: { data: {} } }];
    const testCase = { id: 'trial', description: '', requirements: [], level: 'MUST' as const, steps };
    const [result] = await runScenarios([caseScenario(testCase, { ...context, target, mode: 'write' })], [target]);
    const json = result?.exchanges[0]?.response?.json;
    const errors = isJsonObject(json) && Array.isArray(json['errors']) ? json['errors'] : [];
    const isRefused = errors.some((each) => valueAt(each, ['extensions', 'code']) === 'MUTATION_NOT_AUTHORIZED_ERROR');
    const isHidden =
      hidden !== undefined && valueAt(json, ['data', 'component', 'proposal', 'answer', 'cost']) === null;
    if (!isRefused && !isHidden) continue;
    const [component] = names;
    const problem = isRefused ? `refuses the mutation: ${refused}` : `shows no cost: ${hidden}`;
    notices.push(
      `${component}: component ${String(target.placeholders[component])} ${problem}, or the server is wrong; the cases that need it could not run`,
    );
    for (const each of names) delete target.placeholders[each];
  }
  return notices;
}
