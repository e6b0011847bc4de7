import type { Store } from '../store/store.ts';
import { meetingAttributes } from './examples/changes.ts';

/** A GraphQL request to try, with the token that it needs. */
export interface ExampleRequest {
  token: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Creates a request that creates a meeting, in every dialect; undefined if the world has no component or token for it. */
export function createExampleRequest(store: Store): ExampleRequest | undefined {
  const users = store.all('users').filter(({ token }) => token);
  const author = users.find(({ admin }) => !admin) ?? users[0];
  const component = store
    .all('components')
    .find(
      ({ kind, publishedAt, settings }) =>
        kind === 'meetings' && publishedAt && settings.creationEnabledForParticipants,
    );
  if (!author || !component) return undefined;
  const query =
    'mutation($componentId: ID!, $input: CreateMeetingInput!) { component(id: $componentId) { ... on MeetingsMutation { createMeeting(input: $input) { id url title { translations { text } } } } } }';
  const input = { locale: store.organization.defaultLocale, attributes: meetingAttributes };
  return { token: author.token!, query, variables: { componentId: component.id, input } };
}
