import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { loadCases } from '../src/cases/load.ts';
import { readTargetFile } from '../src/client/target-file.ts';
import { exitCodes } from '../src/errors.ts';
import { formatWorldProblem } from '../src/records/validate.ts';
import { loadWorld } from '../src/records/world.ts';
import { startControlServer } from './support/control-server.ts';
import { createWrittenFolder, editDatabase } from './support/stores.ts';
import { copyDemoWorld, createTemporaryFolder, editWorld, isCommandError } from './support/folders.ts';
import { inPersonAttributes } from './support/inputs.ts';

/** Times that nothing accepts. */
const invalidTimes: Record<string, string> = {
  'the last time of JavaScript': '+275760-09-13T00:00:00Z',
  'the first time of JavaScript': '-271821-04-20T00:00:00Z',
  'a day after the last one of JavaScript': '+275760-09-14',
  'a year of five digits': '12027-01-01T00:00:00Z',
  NaN: 'NaN',
  Infinity: 'Infinity',
  'a number': '8640000000000000',
  'an empty text': '',
  'an impossible offset': '2027-01-01T00:00:00+99:99',
  'a NUL': '2027-01-01T00:00:00Z\0',
  'a duration': `P${'9'.repeat(26)}D`,
  'a fraction of 100,000 digits': `2027-01-01T00:00:00.${'9'.repeat(100_000)}+99:00`,
  'a number of 100,000 digits': '9'.repeat(100_000),
};
/** Times that another server may have stored, but that do not keep a year of four digits when they go through every time zone. */
const edgeTimes: Record<string, string> = {
  'the year 0': '0000-01-01T00:00:00Z',
  'the end of the year 9999': '9999-12-31T12:00:00Z',
};
const beyondEdges: Record<string, string> = {
  'the year -1 in UTC': '0000-01-01T00:00:00+23:59',
  'the year 10000 in UTC': '9999-12-31T23:59:59-23:59',
};
const allTimes = Object.entries({ ...invalidTimes, ...edgeTimes, ...beyondEdges });

/** Everything that reads a time, and the refusal of a time that it cannot use: it names where the time is, and no bug is logged. */
const readers: Record<string, (t: TestContext, time: string) => Promise<unknown> | void> = {
  'a world'(t, time) {
    const world = copyDemoWorld(t);
    editWorld(world, 'meetings', ([first]) => (first.startTime = time));
    const problems = loadWorld(world, Date.now()).problems.map(formatWorldProblem);
    assert.match(
      problems.join('\n'),
      /^[^\n]*meetings\.json: record 1 \(id 1\): startTime: must be an ISO 8601 date-time[^\n]*$/,
    );
  },
  'a target file'(t, time) {
    const file = join(createTemporaryFolder(t), 'target.json');
    const target = { url: 'http://localhost/api', dialect: 'specification', timeZone: time };
    writeFileSync(file, JSON.stringify(target));
    assert.throws(() => readTargetFile(file), isCommandError(exitCodes.usage, file, /timeZone/));
  },
  'a case'(t, time) {
    const folder = createTemporaryFolder(t);
    mkdirSync(join(folder, 'read'));
    const testCase = { time: 'A time is read.', query: '{ a }', expect: { data: { a: [{ $time: time }] } } };
    writeFileSync(join(folder, 'read', 'time.yaml'), JSON.stringify([testCase]));
    assert.throws(
      () => loadCases(folder),
      isCommandError(exitCodes.usage, /time\.yaml:1: time\.expect\.data\.a\.0\.\$time: expected a time such as/),
    );
  },
  async 'a request to the control API'(t, time) {
    const { send, bugs, world } = await startControlServer(t);
    for (const [method, path, member, body] of [
      ['PUT', 'clock', 'time', { mode: 'fixed', time }],
      ['PUT', 'clock', 'by', { mode: 'offset', by: time }],
      ['POST', 'clock/advance', 'by', { by: time }],
      ['POST', 'tokens', 'expiresIn', { admin: true, expiresIn: time }],
      ['POST', 'faults', 'effect.delay.ms', { effect: { delay: { ms: time } } }],
      ['POST', 'faults', 'effect.retryAfter', { effect: { status: 503, retryAfter: time } }],
    ] as const) {
      const response = await send(method, `/__admin/${path}`, body);
      assert.deepEqual([response.status, response.body.member], [400, member], path);
    }
    assert.deepEqual([bugs, world.faults.list(), world.clock.setting], [[], [], { mode: 'wall' }]);
  },
  async 'a meeting of the specification'(t, time) {
    const { body, bugs } = await createMeeting(t, 'specification', time);
    assert.deepEqual(body.errors[0].extensions.errors[0].path, ['attributes', 'endTime']);
    assert.deepEqual(bugs, []);
  },
};

for (const [reader, read] of Object.entries(readers))
  test(`${reader} with a hostile time is refused, and the refusal names it`, async (t) => {
    for (const [name, time] of allTimes) await t.test(name, async (each) => void (await read(each, time)));
  });

async function createMeeting(t: TestContext, dialect: string, endTime: string) {
  const server = await startControlServer(t, { dialect });
  const isDecidim = dialect !== 'specification';
  const query = `mutation ($attributes: MeetingAttributes!) { component(id: 2) { ... on MeetingsMutation {
    createMeeting(input: { ${isDecidim ? 'locale: "en", ' : ''}attributes: $attributes }) { id endTime } } } }`;
  const attributes = { ...inPersonAttributes, endTime };
  const response = await server.send(
    'POST',
    '/api',
    { query, variables: { attributes } },
    { authorization: 'Bearer admin-token' },
  );
  return { ...server, ...response };
}

test('a meeting of decidim-0.32 with a time that its store cannot hold is refused as what is no time', async (t) => {
  for (const [name, time] of Object.entries({ ...invalidTimes, ...beyondEdges, end: '9999-12-31T23:59:59Z' })) {
    const { status, body, bugs } = await createMeeting(t, 'decidim-0.32', time);
    assert.deepEqual([status, body.errors[0].message, bugs], [500, 'Internal Server error', []], name);
  }
});

test('times at the edges that a data folder holds are read', async (t) => {
  const data = await createWrittenFolder(t);
  for (const [name, time] of Object.entries(edgeTimes)) {
    editDatabase(data, ({ proposals }) => Object.assign(proposals[0], { publishedAt: time, createdAt: time }));
    const { query, bugs, close } = await startControlServer(t, { data });
    const { data: read, errors } = await query(
      '{ component(id: 1) { ... on Proposals { proposals { nodes { id publishedAt } } } } }',
    );
    await close();
    assert.deepEqual([errors, bugs], [undefined, []], name);
    const nodes = read.component.proposals.nodes as { id: string; publishedAt: string }[];
    assert.equal(nodes.find(({ id }) => id === '1')?.publishedAt, time);
  }
});
