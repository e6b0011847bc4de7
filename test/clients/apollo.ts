import {
  ApolloClient,
  type ApolloLink,
  CombinedGraphQLErrors,
  HttpLink,
  InMemoryCache,
  ServerError,
} from '@apollo/client';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import * as decidim from './generated/decidim/graphql.ts';
import * as specification from './generated/specification/graphql.ts';

/** The address of a server, with the headers of a test session and of an actor. */
export interface Connection {
  uri: string;
  headers: Record<string, string>;
}

/** What an application sees of an operation. */
export interface Outcome {
  data: unknown;
  /** The class of an error, and what the application can read of it. */
  error?: { name: string; code?: unknown; status?: number; retryAfter?: string | null };
}

const createClient = (link: ApolloLink) => new ApolloClient({ link, cache: new InMemoryCache() });

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Links that send something else than one operation in the body of a POST request. */
export const links = {
  default: (connection: Connection) => new HttpLink(connection),
  useGETForQueries: (connection: Connection) => new HttpLink({ ...connection, useGETForQueries: true }),
  persistedQueries: (connection: Connection) => new PersistedQueryLink({ sha256 }).concat(new HttpLink(connection)),
  batch: (connection: Connection) => new BatchHttpLink(connection),
};

const answerInput: specification.AnswerInput = {
  attributes: { state: 'accepted', answerContent: { en: 'We will do it.' } },
};
const answerVariables = { componentId: '1', proposalId: '1', input: answerInput };

/** Runs a query. */
export const readMeeting = (connection: Connection, link: keyof typeof links): Promise<Outcome> =>
  outcomeOf(() =>
    createClient(links[link](connection)).query({
      query: specification.MeetingDocument,
      variables: { componentId: '2', meetingId: '1' },
    }),
  );

/** Answers a proposal in a state. */
export const answer = (connection: Connection, state = 'accepted'): Promise<Outcome> =>
  outcomeOf(() =>
    createClient(links.default(connection)).mutate({
      mutation: specification.AnswerDocument,
      variables: { ...answerVariables, input: { attributes: { ...answerInput.attributes, state } } },
    }),
  );

async function outcomeOf(send: () => Promise<{ data?: unknown }>): Promise<Outcome> {
  try {
    return { data: (await send()).data };
  } catch (error) {
    const { name } = (error as Error).constructor;
    if (CombinedGraphQLErrors.is(error))
      return { data: error.data ?? null, error: { name, code: error.errors[0]?.extensions?.['code'] } };
    if (!ServerError.is(error)) return { data: null, error: { name } };
    return {
      data: null,
      error: { name, status: error.statusCode, retryAfter: error.response.headers.get('retry-after') },
    };
  }
}

const attributes: specification.MeetingAttributes = {
  title: 'A typed meeting',
  description: 'Made by a generated client',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'ONLINE',
};

/** Runs the four operations with the documents generated from the contract, and returns their results. */
export async function runSpecification(connection: Connection) {
  const client = createClient(links.default(connection));
  const answered = await client.mutate({ mutation: specification.AnswerDocument, variables: answerVariables });
  const proposals = answered.data?.component;
  const proposal = proposals && 'proposal' in proposals ? proposals.proposal?.answer : undefined;
  const state: string | null | undefined = proposal?.state;
  const text: string | null | undefined = proposal?.answer?.translation;

  const created = await client.mutate({
    mutation: specification.CreateMeetingDocument,
    variables: { componentId: '2', input: { attributes } },
  });
  const meetings = created.data?.component;
  const meeting = meetings && 'createMeeting' in meetings ? meetings.createMeeting : undefined;
  const startTime: string | undefined = meeting?.startTime;

  const updated = await client.mutate({
    mutation: specification.UpdateMeetingDocument,
    variables: {
      componentId: '2',
      meetingId: meeting?.id ?? '',
      input: { attributes: { ...attributes, title: 'Another title' } },
    },
  });
  const changed = updated.data?.component;
  const update = changed && 'meeting' in changed ? changed.meeting?.update : undefined;
  const title: string | null | undefined = update?.title.translation;

  const made = await client.mutate({
    mutation: specification.CreateResultDocument,
    variables: {
      componentId: '4',
      input: { attributes: { title: { en: 'A result' }, progress: 0.75, startDate: '2027-03-12' } },
    },
  });
  const results = made.data?.component;
  const result = results && 'createResult' in results ? results.createResult : undefined;
  const progress: number | null | undefined = result?.progress;
  const startDate: string | null | undefined = result?.startDate;
  return { state, text, startTime, title, progress, startDate };
}

/** Runs two operations with the documents generated from a release of Decidim, and returns their results. */
export async function runDecidim(connection: Connection) {
  const client = createClient(links.default(connection));
  const answered = await client.mutate({
    mutation: decidim.AnswerDocument,
    variables: { componentId: '1', proposalId: '1', input: { attributes: { state: 'accepted' } } },
  });
  const proposals = answered.data?.component;
  const proposal = proposals && 'proposal' in proposals ? proposals.proposal?.answer : undefined;
  const state: string | null | undefined = proposal?.state;

  const input: decidim.CreateMeetingInput = {
    locale: 'en',
    attributes: { ...attributes, typeOfMeeting: 'IN_PERSON', address: 'Main Square 1', location: 'Town hall' },
  };
  const created = await client.mutate({
    mutation: decidim.CreateMeetingDocument,
    variables: { componentId: '2', input },
  });
  const meetings = created.data?.component;
  const meeting = meetings && 'createMeeting' in meetings ? meetings.createMeeting : undefined;
  const startTime: string | null | undefined = meeting?.startTime;
  return { state, startTime };
}

// What must not compile.
// @ts-expect-error: the value of an enum
export const typeOfMeeting: specification.TypeOfMeeting = 'IN_PRESENCE';
// @ts-expect-error: a required attribute
export const meetingWithoutTime: specification.MeetingAttributes = { title: 'A meeting' };
// @ts-expect-error: a text without a locale
export const textWithoutLocale: specification.AnswerInput = { attributes: { state: 'accepted', answerContent: 'Yes' } };
// @ts-expect-error: Decidim requires the locale
export const meetingWithoutLocale: decidim.CreateMeetingInput = { attributes };
