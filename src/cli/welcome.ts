import type { ServerOptions } from '../stand-in/options.ts';
import { parseDatabaseUrl } from '../store/postgres/address.ts';
import type { Store } from '../store/store.ts';

/** The text that `serve` prints when it listens: the URL, the fixed tokens, and a request to paste. */
export function formatWelcome(
  url: string,
  store: Store,
  { memory, data, store: database, dialect }: ServerOptions,
): string {
  const users = store.all('users').filter(({ token }) => token);
  const author = users.find(({ admin }) => !admin) ?? users[0];
  const component = store
    .all('components')
    .find(
      ({ kind, publishedAt, settings }) =>
        kind === 'meetings' && publishedAt && settings.creationEnabledForParticipants,
    );
  const lines = [
    `Plenum answers at ${url}${dialect === 'specification' ? '' : ` as ${dialect}`}`,
    memory
      ? 'Records are in memory only.'
      : `Records are kept in ${database === undefined ? data : parseDatabaseUrl(database).name}.`,
    '',
    ...users.map(({ token, name, admin }) => `  ${token!.padEnd(14)}${name}${admin ? ', administrator' : ''}`),
  ];
  return author && component
    ? [...lines, '', curl(url, author.token!, component.id, store.organization.defaultLocale)].join('\n')
    : lines.join('\n');
}

/** A curl command that creates a meeting, in every dialect. */
function curl(url: string, token: string, componentId: number, locale: string): string {
  const query =
    'mutation($componentId: ID!, $input: CreateMeetingInput!) { component(id: $componentId) { ... on MeetingsMutation { createMeeting(input: $input) { id url title { translations { text } } } } } }';
  const attributes = {
    title: 'A meeting',
    description: 'Made from the command line.',
    startTime: '2027-05-01T18:00:00Z',
    endTime: '2027-05-01T20:00:00Z',
    registrationType: 'REGISTRATION_DISABLED',
    typeOfMeeting: 'IN_PERSON',
    address: 'Main Square 1',
    location: 'Town hall',
  };
  const body = JSON.stringify({ query, variables: { componentId, input: { locale, attributes } } });
  return `curl ${url} -H 'Content-Type: application/json' -H 'Authorization: Bearer ${token}' -d '${body}'`;
}
