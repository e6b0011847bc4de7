import { test } from 'node:test';
import { sendBadRequests } from '../../test/torture/admin.ts';

// `npm run torture -- admin` sends more of them.
test('bad requests are problems that name the member, and change nothing', async () => {
  await sendBadRequests(Math.floor(Math.random() * 2 ** 31), 300);
});
