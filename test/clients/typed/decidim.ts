import { GraphQLClient } from 'graphql-request';
import {
  AnswerDocument,
  CreateMeetingDocument,
  type CreateMeetingInput,
  UpdateMeetingDocument,
} from './generated/decidim/graphql.ts';

const input: CreateMeetingInput = {
  locale: 'en',
  attributes: {
    title: 'A typed meeting',
    description: 'Made by a generated client',
    startTime: '2027-03-12T18:00:00Z',
    endTime: '2027-03-12T20:00:00Z',
    registrationType: 'REGISTRATION_DISABLED',
    typeOfMeeting: 'IN_PERSON',
    address: 'Main Square 1',
    location: 'Town hall',
  },
};

/** Runs the operations that Decidim 0.32 has, and returns their results. */
export async function runTyped(url: string, headers: Record<string, string>) {
  const client = new GraphQLClient(url, { headers });
  const { component: proposals } = await client.request(AnswerDocument, {
    componentId: '1',
    proposalId: '1',
    input: { attributes: { state: 'accepted', answerContent: { en: 'Yes' } } },
  });
  const answer = proposals && 'proposal' in proposals ? proposals.proposal?.answer : undefined;
  const state: string | null | undefined = answer?.state;

  const created = await client.request(CreateMeetingDocument, { componentId: '2', input });
  const meeting = created.component && 'createMeeting' in created.component ? created.component.createMeeting : null;
  const startTime: string | null | undefined = meeting?.startTime;

  const updated = await client.request(UpdateMeetingDocument, {
    componentId: '2',
    meetingId: meeting?.id ?? '',
    input: { ...input, attributes: { ...input.attributes, title: 'Another title' } },
  });
  const title: string | null | undefined =
    updated.component && 'meeting' in updated.component ? updated.component.meeting?.update?.title.translation : null;
  return { state, startTime, title };
}

// @ts-expect-error: Decidim requires the locale
export const incomplete: CreateMeetingInput = { attributes: input.attributes };
