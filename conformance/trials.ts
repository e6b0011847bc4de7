import { type DocumentNode, parse, print } from 'graphql';
import { schemaOf } from '../src/cases/dialect-schema.ts';
import { type Actor, signedInActors } from '../src/client/actor.ts';
import { graphqlRequest } from '../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../src/client/json-value.ts';
import { writingFields } from '../src/client/selection.ts';
import { NoResponseError, type Target } from '../src/client/target.ts';
import type { WriteLog } from './undo.ts';

/** What no query shows of a component: whether a mutation is accepted there, and whether the response shows its cost. */
interface Trial {
  component: string;
  /** A record that is changed, and restored at the end of the run; without one, the mutation is refused whatever it finds. */
  record?: string;
  actor: 'participant' | 'admin';
  document: DocumentNode;
  input: Record<string, unknown>;
  refused: string;
  /** What follows if the response hides the cost. */
  hidden?: string;
}

const answer = parse(`mutation plenumPreflight($component: ID!, $record: ID!, $input: AnswerInput!) {
  component(id: $component) { ... on ProposalsMutation { proposal(id: $record) { answer(input: $input) { cost } } } } }`);

const trials: Trial[] = [
  {
    component: 'meetings',
    actor: 'participant',
    document: parse(`mutation plenumPreflight($component: ID!, $input: CreateMeetingInput!) {
      component(id: $component) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`),
    // A blank title: a server that may create meetings refuses the attributes.
    input: {
      attributes: {
        title: ' ',
        description: ' ',
        startTime: '2031-03-12T18:00:00Z',
        endTime: '2031-03-12T20:00:00Z',
        registrationType: 'REGISTRATION_DISABLED',
        typeOfMeeting: 'ONLINE',
      },
    },
    refused: 'participants may not create meetings there',
  },
  {
    component: 'proposals',
    record: 'proposal',
    actor: 'admin',
    document: answer,
    input: { attributes: { state: 'evaluating' } },
    refused: 'it does not accept answers',
  },
  {
    component: 'proposalsWithCosts',
    record: 'proposalWithCosts',
    actor: 'admin',
    document: answer,
    input: { attributes: { state: 'evaluating', cost: 1 } },
    refused: 'it does not accept answers',
    hidden: 'it hides costs',
  },
];

/**
 * Tries before a run in mode write what no query shows. Deletes the names that cannot be used from the target, so that the cases that
 * need them could not run, and returns a sentence for each.
 */
export async function runTrials(target: Target, names: ReadonlySet<string>, writeLog: WriteLog): Promise<string[]> {
  const notices: string[] = [];
  for (const trial of trials) {
    const { component, record, refused, hidden } = trial;
    if (!names.has(record ?? component)) continue;
    const found = await tryMutation(target, trial, writeLog);
    if (found === undefined || found === 'accepted') continue;
    const id = String(target.placeholders[component]);
    for (const each of [component, record, ...(component === 'meetings' ? ['keptMeetings'] : [])])
      if (each !== undefined) delete target.placeholders[each];
    notices.push(
      `${component}: component ${id} ${found === 'refused' ? `refuses the mutation: ${refused}` : `shows no cost: ${hidden}`}, or the server is wrong; the cases that need it could not run`,
    );
  }
  return notices;
}

/** What came of a trial; undefined if the target does not have what it needs, or does not respond, which the first case then reports. */
async function tryMutation(
  target: Target,
  { component, record, actor, document, input, hidden }: Trial,
  writeLog: WriteLog,
): Promise<'accepted' | 'refused' | 'hidden' | undefined> {
  const { dialect, placeholders, mayChange } = target;
  const canSignIn = (each: Actor) => target.missingCredentials(each) === undefined;
  const sender = actor === 'admin' ? actor : signedInActors.toReversed().find(canSignIn);
  const { [component]: componentId, locale } = placeholders;
  if (componentId === undefined || sender === undefined || !canSignIn(sender)) return undefined;
  if (record !== undefined && (placeholders[record] === undefined || !mayChange.has(record))) return undefined;
  if (record === undefined && locale === undefined) return undefined;
  const ids = { component: String(componentId), ...(record !== undefined && { record: String(placeholders[record]) }) };
  const variables = dialect.translator.translateVariables({
    ...ids,
    input: { ...input, ...(record === undefined && { locale }) },
  });
  const translated = dialect.translator.translateDocument(document);
  const headers = await target.authorizationHeaders(sender);
  const request = graphqlRequest(print(translated), variables, headers);
  const operation = { writes: writingFields(translated, schemaOf(dialect)), variables, actor: sender };
  try {
    const { json } = await writeLog.around(operation, () => target.send(request));
    const errors = isJsonObject(json) && Array.isArray(json['errors']) ? json['errors'] : [];
    if (errors.some((each) => valueAt(each, ['extensions', 'code']) === 'MUTATION_NOT_AUTHORIZED_ERROR'))
      return 'refused';
    const answered = valueAt(json, ['data', 'component', 'proposal', 'answer']);
    return hidden !== undefined && isJsonObject(answered) && answered['cost'] === null ? 'hidden' : 'accepted';
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return undefined;
  }
}
