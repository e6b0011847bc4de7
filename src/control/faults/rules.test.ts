import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { ProblemError } from '../api/problem.ts';
import { createMeeting, dialectNames, openSession, stopServers } from '../../../test/support/control-server.ts';

after(stopServers);

const effect = { status: 503 };
const invalid: [string, unknown, string | undefined, RegExp][] = [
  ['no object', [], undefined, /^The fault must be object\.$/],
  ['no effect', {}, undefined, /^The fault must have exactly one of the members effect, preset\.$/],
  ['an effect and a preset', { effect, preset: 'offline' }, undefined, /exactly one of the members effect, preset/],
  ['an unknown preset', { preset: 'slow' }, 'preset', /must be offline or slow-3g or platform-429/],
  [
    'an empty effect',
    { effect: {} },
    'effect',
    /has no effect.*graphqlError, nullField, value, status, hang, reset, delay\./,
  ],
  ['two effects', { effect: { hang: true, reset: true } }, 'effect', /has the effects hang and reset/],
  ['an unknown effect', { effect: { delai: 1 } }, 'effect.delai', /is unknown\. Did you mean delay/],
  ['an unknown member', { effect, time: 1 }, 'time', /is unknown\. Did you mean times/],
  ['an unknown member of match', { match: { users: 2 }, effect }, 'match.users', /is unknown\. Did you mean user\?/],
  ['a user of another type', { match: { user: 'admin' }, effect }, 'match.user', /must be integer or null/],
  [
    'an invalid operation name',
    { match: { operationName: 'a b' }, effect },
    'match.operationName',
    /must be a name of GraphQL/,
  ],
  ['variables that are a list', { match: { variables: [] }, effect }, 'match.variables', /must be object/],
  ['no times', { effect, times: 0 }, 'times', /must be >= 1/],
  ['a negative after', { effect, after: -1 }, 'after', /must be >= 0/],
  ['a probability above 1', { effect, probability: 1.1 }, 'probability', /must be <= 1/],
  ['a fractional seed', { effect, seed: 0.5 }, 'seed', /must be integer/],
  ['an unknown phase', { effect, phase: 'during' }, 'phase', /must be before or after/],
  ['a status of 100', { effect: { status: 100 } }, 'effect.status', /must be >= 200/],
  ['headers without a status', { effect: { hang: true, headers: {} } }, 'effect.headers', /needs "effect\.status"/],
  ['an invalid header', { effect: { status: 500, headers: { 'a b': '' } } }, 'effect.headers.a b', /not a valid/],
  ['a header with a line break', { effect: { status: 500, headers: { a: '\n' } } }, 'effect.headers.a', /not a valid/],
  [
    'a header of the server',
    { effect: { status: 500, headers: { 'Content-Length': '1' } } },
    'effect.headers.Content-Length',
    /set by the server/,
  ],
  ['hang that is false', { effect: { hang: false } }, 'effect.hang', /must be true/],
  ['a delay that is a number', { effect: { delay: 5 } }, 'effect.delay', /must be object/],
  ['a delay without its length', { effect: { delay: {} } }, 'effect.delay.ms', /is missing/],
  ['a delay that is too long', { effect: { delay: { ms: 3_600_001 } } }, 'effect.delay.ms', /must be <= 3600000/],
  ['graphqlError without a message', { effect: { graphqlError: {} } }, 'effect.graphqlError.message', /is missing/],
  ['a value without a coordinate', { effect: { value: 1 } }, 'effect.value', /needs "match\.coordinate"/],
  ['nullField without a coordinate', { effect: { nullField: true } }, 'effect.nullField', /needs "match\.coordinate"/],
  [
    'an unknown user',
    { match: { user: 5 }, effect },
    'match.user',
    /no user 5\. Did you mean 4 \(Participant\), 3 \(Other robot\)/,
  ],
];

/** Coordinates that no schema has, and the nearest ones. */
const unknownCoordinates: [string, string][] = [
  ['MeetingsMutation.createMeetings', 'MeetingsMutation.createMeeting'],
  ['MeetingMutation.createMeeting', 'MeetingsMutation.createMeeting'],
  ['Mutation.createMeeting', 'MeetingsMutation.createMeeting'],
  ['query.organization', 'Query.organization'],
  ['Meeting.titel', 'Meeting.title'],
  ['X.createMeeting', 'MeetingsMutation.createMeeting'],
];
const impossibleCoordinates = [
  '__Schema.types',
  'Meeting',
  '',
  'Meeting.title.x',
  'CreateMeetingInput.locale',
  'Query.toString',
  'x'.repeat(10_000),
];

for (const dialect of dialectNames) {
  test(`${dialect}: invalid rules are refused with the member, and add nothing`, async (t) => {
    const { world } = await openSession(t, dialect);
    for (const [name, rule, member, message] of invalid)
      assert.throws(
        () => world.faults.add(rule),
        (error: ProblemError) => {
          assert.ok(error instanceof ProblemError, `${name}: ${String(error)}`);
          assert.deepEqual([error.status, error.member], [400, member], name);
          assert.match(error.message, message, name);
          return true;
        },
        name,
      );
    assert.deepEqual(world.faults.list(), []);
  });

  test(`${dialect}: unknown coordinates are refused with the nearest ones`, async (t) => {
    const { world } = await openSession(t, dialect);
    const refusalOf = (coordinate: string): ProblemError => {
      try {
        world.faults.add({ match: { coordinate }, effect });
      } catch (error) {
        assert.ok(error instanceof ProblemError, String(error));
        assert.deepEqual([error.status, error.member], [400, 'match.coordinate']);
        return error;
      }
      return assert.fail(`${coordinate} was accepted`);
    };
    for (const [coordinate, nearest] of unknownCoordinates)
      assert.match(refusalOf(coordinate).message, new RegExp(`Did you mean .*\\b${nearest.replace('.', '\\.')}\\b`));
    for (const coordinate of impossibleCoordinates) assert.match(refusalOf(coordinate).message, /^There is no field/);
    assert.deepEqual(world.faults.list(), []);
  });
}

test('a rule is listed with its id and its defaults, until it is deleted', async (t) => {
  const { world, addFault } = await openSession(t, 'specification');
  const first = addFault({ effect });
  const second = addFault({ effect: { hang: true }, times: 3, seed: 7 });
  assert.deepEqual(first, {
    id: 'fault-1',
    match: {},
    effect,
    after: 0,
    probability: 1,
    seed: first.seed,
    phase: 'before',
    applied: 0,
  });
  assert.ok(Number.isInteger(first.seed));
  assert.equal(second.seed, 7);
  assert.deepEqual(world.faults.list(), [first, second]);
  assert.equal(world.faults.delete('fault-1'), true);
  assert.equal(world.faults.delete('fault-1'), false);
  assert.deepEqual(world.faults.list(), [second]);
  world.faults.clear();
  assert.deepEqual(world.faults.list(), []);
});

for (const dialect of dialectNames) {
  test(`${dialect}: the header X-Plenum-Fault is a rule for its own request`, async (t) => {
    const { send, meetings, world } = await openSession(t, dialect);
    const before = meetings();
    const sendFault = (rule: object) => send({ ...createMeeting, headers: { 'x-plenum-fault': JSON.stringify(rule) } });
    assert.equal((await sendFault({ effect: { status: 418 } })).status, 418);
    assert.equal(meetings(), before);
    assert.equal((await sendFault({ effect: { status: 503 }, phase: 'after' })).status, 503);
    assert.equal(meetings(), before + 1);
    assert.equal((await send(createMeeting)).status, 200);
    assert.deepEqual(world.faults.list(), []);
  });

  test(`${dialect}: an invalid header X-Plenum-Fault is refused, and the wrong member named`, async (t) => {
    const { send, meetings } = await openSession(t, dialect);
    const before = meetings();
    const rows: [string, string][] = [
      ['{', 'JSON'],
      ['null', 'The fault must be object'],
      ['{}', 'effect, preset'],
      ['{"effect":{"status":1}}', 'effect.status'],
      ['{"effect":{"nullField":true}}', 'effect.nullField'],
      ['{"effect":{"hang":true},"match":{"user":1}}', 'match'],
      ['{"effect":{"hang":true},"after":1}', 'after'],
    ];
    for (const [header, problem] of rows) {
      const { status, text } = await send({ ...createMeeting, headers: { 'x-plenum-fault': header } });
      assert.equal(status, 400, header);
      const { message } = (JSON.parse(text) as { errors: [{ message: string }] }).errors[0];
      assert.ok(message.startsWith('The header x-plenum-fault: ') && message.includes(problem), message);
    }
    assert.equal(meetings(), before);
  });

  test(`${dialect}: a bug while the header X-Plenum-Fault is read is status 500, and is reported`, async (t) => {
    const { send, server } = await openSession(t, dialect);
    const bug = new TypeError('on purpose');
    t.mock.method(Math, 'random', () => {
      throw bug;
    });
    const { status, text } = await send({ headers: { 'x-plenum-fault': JSON.stringify({ effect }) } });
    assert.deepEqual([status, text.includes('on purpose')], [500, false]);
    assert.deepEqual(server.bugs.splice(0), [bug]);
  });
}
