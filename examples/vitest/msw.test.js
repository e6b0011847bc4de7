import { setupServer } from 'msw/node';
import { createStandIn } from 'plenum';
import { handlers } from 'plenum/msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMeeting, listMeetings } from './meetings.js';

const standIn = await createStandIn();
const server = setupServer(...handlers(standIn, { apiUrl: 'https://town.example/graphql' }));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(async () => {
  server.close();
  await standIn.close();
});

test('MSW answers the URL of production with the stand-in', async () => {
  expect(await createMeeting('https://town.example/graphql', 'A walk along the river')).toBe('5');
  expect(await listMeetings('https://town.example/graphql')).toHaveLength(5);
});
