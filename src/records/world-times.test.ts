import assert from 'node:assert/strict';
import test from 'node:test';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import { loadWorld } from './world.ts';

const now = Date.parse('2026-11-05T10:00:00Z');

test('sets missing times to the time of loading, and formats other times in the time zone of the organization', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'organization', ([it]) => (it.timeZone = 'Europe/Madrid'));
  editWorld(world, 'meetings', ([first, second]) => {
    Object.assign(first, { createdAt: '2026-08-01T00:00:00', publishedAt: null, startTime: '2027-07-01T18:00:00' });
    Object.assign(second, { reference: 'MINE', updatedAt: '2026-12-01t10:00:00.5z' });
  });
  const { tables, problems } = loadWorld(world, now);
  assert.deepEqual(problems, []);
  const [first, second] = tables.all('meetings');
  const loaded = '2026-11-05T11:00:00+01:00';
  const timesOf = ({ createdAt, updatedAt, publishedAt, startTime, reference }: NonNullable<typeof first>) => [
    createdAt,
    updatedAt,
    publishedAt,
    startTime,
    reference,
  ];
  assert.deepEqual(timesOf(first!), [
    '2026-08-01T00:00:00+02:00',
    '2026-08-01T00:00:00+02:00',
    null,
    '2027-07-01T18:00:00+02:00',
    'TH-MEET-2026-08-1',
  ]);
  assert.deepEqual(timesOf(second!), [
    loaded,
    '2026-12-01T11:00:00+01:00',
    loaded,
    '2027-02-10T19:00:00+01:00',
    'MINE',
  ]);
});

test('a time zone that does not exist is one problem', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'organization', ([it]) => (it.timeZone = 'Europe/Madird'));
  assert.deepEqual(
    loadWorld(world, now).problems.map(({ file, message, ...problem }) => [
      file,
      'field' in problem && problem.field,
      message,
    ]),
    [[`${world}/organization.json`, 'timeZone', 'must be an IANA time zone such as Europe/Madrid']],
  );
});
