import { GraphQLClient } from 'graphql-request';
import {
  AnswerDocument,
  type AnswerMutationVariables,
  CreateMeetingDocument,
  CreateResultDocument,
  type MeetingAttributes,
  type TypeOfMeeting,
  UpdateMeetingDocument,
} from './generated/specification/graphql.ts';

const attributes: MeetingAttributes = {
  title: 'A typed meeting',
  description: 'Made by a generated client',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'ONLINE',
};

/** Runs the four operations, and returns their results. */
export async function runTyped(url: string, headers: Record<string, string>) {
  const client = new GraphQLClient(url, { headers });
  const { component: proposals } = await client.request(AnswerDocument, {
    componentId: '1',
    proposalId: '1',
    input: { attributes: { state: 'accepted', answerContent: { en: 'Yes' } } },
  });
  const answer = proposals && 'proposal' in proposals ? proposals.proposal?.answer : undefined;
  const state: string | null | undefined = answer?.state;
  const text: string | null | undefined = answer?.answer?.translation;

  const created = await client.request(CreateMeetingDocument, { componentId: '2', input: { attributes } });
  const meeting = created.component && 'createMeeting' in created.component ? created.component.createMeeting : null;
  const startTime: string | undefined = meeting?.startTime;

  const updated = await client.request(UpdateMeetingDocument, {
    componentId: '2',
    meetingId: meeting?.id ?? '',
    input: { attributes: { ...attributes, title: 'Another title' } },
  });
  const title: string | null | undefined =
    updated.component && 'meeting' in updated.component ? updated.component.meeting?.update?.title.translation : null;

  const made = await client.request(CreateResultDocument, {
    componentId: '4',
    input: { attributes: { title: { en: 'A result' }, progress: 0.75, startDate: '2027-03-12' } },
  });
  const result = made.component && 'createResult' in made.component ? made.component.createResult : null;
  const progress: number | null | undefined = result?.progress;
  const startDate: string | null | undefined = result?.startDate;
  return { state, text, startTime, title, progress, startDate };
}

// What must not compile.
// @ts-expect-error: the value of an enum
export const typeOfMeeting: TypeOfMeeting = 'IN_PRESENCE';
// @ts-expect-error: a required attribute
export const incomplete: MeetingAttributes = { title: 'A meeting' };
// @ts-expect-error: a text without a locale
export const answer: AnswerMutationVariables['input'] = { attributes: { state: 'accepted', answerContent: 'Yes' } };
