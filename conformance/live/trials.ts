import { parse, print } from 'graphql';
import { usedNames } from '../../src/cases/placeholders.ts';
import type { Case } from '../../src/cases/case.ts';
import { signedInActors } from '../../src/client/actor.ts';
import { graphqlRequest } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import type { SentOperation, WriteTracker } from '../model/write-tracker.ts';

const createMeeting = parse(`mutation plenumPreflight($component: ID!, $input: CreateMeetingInput!) {
  component(id: $component) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`);
const answer = parse(`mutation plenumPreflight($component: ID!, $proposal: ID!, $input: AnswerInput!) {
  component(id: $component) { ... on ProposalsMutation { proposal(id: $proposal) { answer(input: $input) { cost } } } } }`);

/**
 * Tries before a run in mode write what no query shows: whether participants may create meetings, whether proposals accept
 * answers, and whether costs are shown. Deletes the names that cannot be used from the target, so that the cases that need
 * them could not run, and returns a sentence for each.
 */
export async function runTrials(
  target: Target,
  { cases, tracker }: { cases: Case[]; tracker: WriteTracker },
): Promise<string[]> {
  const names = usedNames(cases);
  const creates = cases.some(({ steps }) =>
    steps.some((step) => !('http' in step) && step.query.includes('createMeeting(')),
  );
  return [
    ...(creates ? await tryToCreateMeeting(target, tracker) : []),
    ...(names.has('proposal') ? await tryToAnswer(target, tracker, 'proposals', 'proposal') : []),
    ...(names.has('proposalWithCosts')
      ? await tryToAnswer(target, tracker, 'proposalsWithCosts', 'proposalWithCosts', 1)
      : []),
  ];
}

async function tryToCreateMeeting(target: Target, tracker: WriteTracker): Promise<string[]> {
  const { meetings, locale } = target.placeholders;
  const actor = signedInActors.toReversed().find((each) => target.missingCredentials(each) === undefined);
  if (meetings === undefined || locale === undefined || actor === undefined) return [];
  // A blank title: a server that may create meetings refuses the attributes.
  const attributes = {
    title: ' ',
    description: ' ',
    startTime: '2031-03-12T18:00:00Z',
    endTime: '2031-03-12T20:00:00Z',
    registrationType: 'REGISTRATION_DISABLED',
    typeOfMeeting: 'ONLINE',
  };
  const variables = { component: String(meetings), input: { locale, attributes } };
  const json = await send(target, tracker, { document: createMeeting, variables, actor });
  if (!isNotAuthorized(json)) return [];
  delete target.placeholders['meetings'];
  delete target.placeholders['keptMeetings'];
  return [
    `meetings: component ${String(meetings)} refuses createMeeting by ${actor}: participants may not create meetings there, or the server is wrong; the cases that need it could not run`,
  ];
}

/** Answers a proposal that may be changed; the run restores the previous answer. */
async function tryToAnswer(
  target: Target,
  tracker: WriteTracker,
  componentName: string,
  name: string,
  cost?: number,
): Promise<string[]> {
  const { [componentName]: component, [name]: proposal } = target.placeholders;
  if (component === undefined || proposal === undefined || !target.mayChange.has(name)) return [];
  if (target.missingCredentials('admin') !== undefined) return [];
  const attributes = { state: 'evaluating', ...(cost !== undefined && { cost }) };
  const variables = { component: String(component), proposal: String(proposal), input: { attributes } };
  const json = await send(target, tracker, { document: answer, variables, actor: 'admin' });
  const isRefused = isNotAuthorized(json);
  const answered = valueAt(json, ['data', 'component', 'proposal', 'answer']);
  const hidesCosts = cost !== undefined && isJsonObject(answered) && answered['cost'] === null;
  if (!isRefused && !hidesCosts) return [];
  delete target.placeholders[componentName];
  delete target.placeholders[name];
  const reason = isRefused ? 'does not accept answers' : 'hides costs';
  return [
    `${componentName}: component ${String(component)} ${reason}, or the server is wrong; the cases that need it could not run`,
  ];
}

/** Sends a mutation; the result is undefined without a response, which the first case then reports. */
async function send(target: Target, tracker: WriteTracker, operation: SentOperation): Promise<unknown> {
  const { translator } = target.dialect;
  const document = translator.translateDocument(await tracker.prepare(operation));
  const headers = await target.authorizationHeaders(operation.actor);
  const variables = translator.translateVariables(operation.variables);
  try {
    const response = await target.send(graphqlRequest(print(document), variables, headers));
    tracker.record(operation, response);
    return response.json;
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    tracker.record(operation, undefined);
    return undefined;
  }
}

function isNotAuthorized(json: unknown): boolean {
  const errors = isJsonObject(json) && Array.isArray(json['errors']) ? json['errors'] : [];
  return errors.some((each) => valueAt(each, ['extensions', 'code']) === 'MUTATION_NOT_AUTHORIZED_ERROR');
}
