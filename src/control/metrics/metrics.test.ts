import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startControlServer } from '../../../test/support/control-server.ts';
import { inPersonAttributes } from '../../../test/support/inputs.ts';
import type { TestSettings } from '../../../test/support/start-server.ts';
import { readOperation } from '../../../test/support/test-server.ts';

const member = { authorization: 'Bearer member-token' };
const createMeeting = {
  query: readOperation('create-meeting'),
  variables: { componentId: 2, input: { locale: 'en', attributes: inPersonAttributes } },
};

async function start(t: TestContext, settings: TestSettings = {}) {
  const server = await startControlServer(t, settings);
  const send = (body: unknown, headers = {}, path = '/api') => server.send('POST', path, body, headers);
  const scrape = async () => {
    const { status, headers, body } = await server.send('GET', '/__admin/metrics');
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
    return (body as string).split('\n');
  };
  /** The counts of requests by coordinate and outcome. */
  const counts = async () =>
    (await scrape()).flatMap((line) => {
      const [, coordinate, outcome, count] =
        /^plenum_requests_total\{dialect="[\w.-]+",coordinate="(.*)",outcome="(.*)"\} (\d+)$/.exec(line) ?? [];
      return coordinate === undefined ? [] : [`${coordinate} ${outcome} ${count}`];
    });
  return { ...server, send, scrape, counts };
}

for (const dialect of ['specification', 'decidim-0.32'])
  test(`${dialect} counts requests by coordinates of the schema and by known outcomes, whatever clients send`, async (t) => {
    const { send, counts, scrape } = await start(t, { dialect });
    await send(createMeeting, member);
    await send(createMeeting);
    await send({
      query:
        'query Hostile1 { ...A } fragment A on Query { x: component(id: 2) { ...B } } fragment B on ComponentInterface { id }',
    });
    await send({ query: '{ component(id: 2) { id } session { user { id } } }' });
    await send(
      {
        query:
          'mutation { component(id: 2) { ... on MeetingsMutation { meeting(id: 99) { update(input: {}) { id } } } } }',
      },
      member,
    );
    await send({ query: '{ hostile2(hostile3: "hostile4") }' });
    await send({ query: '{ "hostile5\n" }' });
    await send(createMeeting, { ...member, 'x-plenum-session': 'hostile6', traceparent: 'hostile7' });
    await send({}, {}, '/hostile8');
    const fault = (effect: object) => send(createMeeting, { 'x-plenum-fault': JSON.stringify({ effect }) });
    await fault({ graphqlError: { message: 'm', code: 'HOSTILE9' } });
    await fault({ status: 503, headers: { hostile: 'hostile10' }, delay: { ms: 1 } });
    assert.deepEqual((await counts()).toSorted(), [
      'MeetingsMutation.createMeeting UNAUTHORIZED_OBJECT_ERROR 1',
      'MeetingsMutation.createMeeting ok 2',
      'Query.component ok 1',
      'other fault 2',
      'other http_4xx 1',
      'other invalid 3',
      'several ok 1',
    ]);
    const lines = await scrape();
    assert.deepEqual(
      lines.filter((line) => /hostile/i.test(line)),
      [],
    );
    const values = Object.fromEntries(
      lines.filter((line) => line.startsWith('plenum_')).map((line) => line.split(/ (?=\S+$)/)),
    );
    const labels = `dialect="${dialect}",coordinate="MeetingsMutation.createMeeting"`;
    assert.equal(values[`plenum_request_duration_seconds_count{${labels}}`], '3');
    assert.equal(values[`plenum_request_duration_seconds_bucket{le="+Inf",${labels}}`], '3');
    assert.ok(Number(values[`plenum_request_duration_seconds_sum{${labels}}`]) > 0);
    assert.deepEqual(
      ['graphqlError', 'status', 'delay'].map((effect) => values[`plenum_faults_applied_total{effect="${effect}"}`]),
      ['1', '1', '1'],
    );
    assert.equal(values['plenum_sessions'], '1');
    assert.equal(values['plenum_store_position'], '1');
    assert.ok(lines.some((line) => /^nodejs_eventloop_lag_p99_seconds \d/.test(line)));
  });

test('two servers of a process count apart, and neither without metrics nor without control is anything counted', async (t) => {
  const [one, other] = [await start(t), await start(t)];
  await one.query('{ component(id: 2) { id } }');
  assert.deepEqual(await one.counts(), ['Query.component ok 1']);
  assert.deepEqual(await other.counts(), []);
  const off = await start(t, { noMetrics: true });
  assert.equal((await off.query('{ component(id: 2) { id } }')).data.component.id, '2');
  const { status, body } = await off.send({}, {}, '/__admin/metrics');
  assert.deepEqual([status, body.detail], [405, '/__admin/metrics takes HEAD, GET, not POST.']);
  const refused = await off.fetch('/__admin/metrics');
  assert.equal(refused.status, 404);
  assert.match(await refused.text(), /it runs with --no-metrics/);
});

test('metrics need the control token', async (t) => {
  const { fetch } = await startControlServer(t, { controlToken: 'secret' });
  const statusWith = async (headers: Record<string, string>) => (await fetch('/__admin/metrics', { headers })).status;
  assert.equal(await statusWith({}), 401);
  assert.equal(await statusWith({ authorization: 'Bearer secret' }), 200);
});
