import assert from 'node:assert/strict';
import test from 'node:test';
import { isInputObjectType } from 'graphql';
import { getConstraintDirective } from '../../contract/directives.ts';
import { createExecutableSchema, readContractSdl } from '../../contract/schema.ts';
import { resolvers } from '../resolvers/resolvers.ts';
import { assertStoreUnchanged, assertAttributeErrors } from '../../../test/support/assertions.ts';
import { readOperation, startTestServer } from '../../../test/support/test-server.ts';

const meeting = {
  title: 'My new meeting',
  description: 'My new meeting description',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'ON_THIS_PLATFORM',
  typeOfMeeting: 'HYBRID',
};
const bothTimes = ['startTime', 'endTime'];

/** `Type.field keyword`: values that break the constraint, and values at its edge that do not. */
const rows: Record<string, { bad: [unknown, string[]?][]; good: unknown[]; with?: object }> = {
  'MeetingAttributes.address notBlank': { bad: [[''], [' \t\n'], ['\u00a0']], good: ['x', null] },
  'MeetingAttributes.availableSlots minimum': { bad: [[-1]], good: [0, 2147483647, null] },
  'MeetingAttributes.description notBlank': { bad: [[''], [' ']], good: ['<p></p>'] },
  'MeetingAttributes.endTime format': {
    bad: [
      '',
      'soon',
      '2027-03-12',
      '2027-03-12 20:00:00Z',
      '2027-02-30T20:00:00Z',
      '2027-03-12T25:00:00Z',
      '2027-03-12T20:00Z',
    ].map((text) => [text]),
    good: ['2027-03-12T20:00:00', '2027-03-12T20:00:00.5+01:00', '2028-02-29T00:00:00z'],
  },
  'MeetingAttributes.endTime after': {
    bad: [
      ['2027-03-12T18:00:00Z', bothTimes],
      ['2027-03-12T17:59:59Z', bothTimes],
      ['2027-03-12T19:30:00+02:00', bothTimes],
    ],
    good: ['2027-03-12T18:00:01Z', '2027-03-12T17:30:00-01:00'],
  },
  'MeetingAttributes.latitude minimum': { bad: [[-90.1]], good: [-90, null] },
  'MeetingAttributes.latitude maximum': { bad: [[90.1]], good: [90] },
  'MeetingAttributes.location notBlank': { bad: [['']], good: ['x', null] },
  'MeetingAttributes.locationHints notBlank': { bad: [['']], good: ['x', null] },
  'MeetingAttributes.longitude minimum': { bad: [[-180.1]], good: [-180, null] },
  'MeetingAttributes.longitude maximum': { bad: [[180.1]], good: [180] },
  'MeetingAttributes.onlineMeetingUrl format': {
    bad: [[''], ['meet.example.org'], ['ftp://example.org'], ['javascript:alert(1)'], ['http://'], ['https://a b']],
    good: ['http://x', 'HTTPS://meet.example.org/a?b#c', null],
  },
  'MeetingAttributes.registrationTerms notBlank': { bad: [['']], good: ['x', null] },
  'MeetingAttributes.registrationUrl format': { bad: [['nope']], good: ['https://x.example', null] },
  'MeetingAttributes.startTime format': { bad: [['2027-02-29T18:00:00Z'], ['garbage']], good: ['2027-03-12T18:00:00'] },
  'MeetingAttributes.startTime before': {
    bad: [['2027-03-12T20:00:00Z', bothTimes]],
    good: ['2020-01-01T00:00:00Z'],
  },
  'MeetingAttributes.taxonomies notRoot': { bad: [[[1]], [['1', 3]], ['1']], good: [[2, 3, 99], [], null, 'nope'] },
  'MeetingAttributes.title notBlank': { bad: [[''], ['  ']], good: ['x'] },
  'AnswerProposalAttributes.answerContent localeMap': {
    bad: [['text'], [5], [['x']], [{ en: 5 }, ['answerContent.en']], [{ ca: ' ' }, ['answerContent.ca']]],
    good: [{ en: 'Yes', ca: null }, {}, null],
  },
  'AnswerProposalAttributes.costReport localeMap': {
    bad: [['text'], [{ es: [] }, ['costReport.es']]],
    good: [{ es: 'x' }],
  },
  'AnswerProposalAttributes.executionPeriod localeMap': { bad: [[true]], good: [null] },
  'AnswerProposalAttributes.state enum': {
    bad: [['nope'], ['ACCEPTED'], ['withdrawn'], ['not_answered'], [''], [null]],
    good: ['accepted', 'rejected', 'evaluating'],
  },
  'ResultAttributes.appAccountabilityStatusId references': { bad: [[99], [0], [-1]], good: [1, null] },
  'ResultAttributes.description localeMap': {
    bad: [['text'], [{ en: {} }, ['description.en']]],
    good: [{ ca: 'x' }, null],
  },
  'ResultAttributes.endDate format': {
    bad: [[''], ['2027-02-30'], ['31/12/2027'], ['2027-1-1'], ['2027-01-01T00:00:00Z']],
    good: ['2028-02-29', null],
  },
  'ResultAttributes.externalId notBlank': { bad: [[' ']], good: ['EXT', null] },
  'ResultAttributes.parentId references': { bad: [[99], [0]], good: [1, 2, null] },
  'ResultAttributes.progress minimum': { bad: [[-0.01]], good: [0, null] },
  'ResultAttributes.progress maximum': { bad: [[100.01]], good: [100] },
  'ResultAttributes.startDate format': { bad: [['2027-13-01']], good: ['2027-01-01'] },
  'ResultAttributes.taxonomies notRoot': { bad: [[[1]], [[3, 1]]], good: [[4, 99], null] },
  'ResultAttributes.title localeMap': {
    bad: [['text'], [{ en: 'x', ca: 5 }, ['title.ca']], [{ en: ' ' }, ['title.en']]],
    good: [],
  },
  'ResultAttributes.title defaultLocale': {
    bad: [undefined, null, {}, { ca: 'Només' }, { en: null }].map((title) => [title, ['title.en']]),
    good: [{ en: 'x' }, { en: 'x', ca: null }],
  },
};

const requests: Record<string, (attributes: object) => [string, object][]> = {
  AnswerProposalAttributes: (attributes) => [['answer', { componentId: 1, proposalId: 1, input: { attributes } }]],
  MeetingAttributes: (attributes) => {
    const input = { attributes: { ...meeting, ...attributes } };
    return [
      ['create-meeting', { componentId: 2, input }],
      ['update-meeting', { componentId: 2, meetingId: 2, input }],
    ];
  },
  ResultAttributes: (attributes) => [
    ['create-result', { componentId: 4, input: { attributes: { title: { en: 'A result' }, ...attributes } } }],
  ],
};

test('every constraint of the contract has its row', () => {
  const schema = createExecutableSchema(readContractSdl(), resolvers);
  const constraints = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        Object.keys(getConstraintDirective(schema, field)).map((keyword) => `${type.name}.${field.name} ${keyword}`),
      ),
    );
  assert.deepEqual(Object.keys(rows).toSorted(), constraints.toSorted());
});

test('what breaks a constraint is refused at its path, and not stored', async (t) => {
  const standIn = await startTestServer(t);
  for (const [constraint, { bad }] of Object.entries(rows)) {
    const [type, field] = constraint.split(/[. ]/) as [string, string];
    for (const [value, paths = [field]] of bad) {
      for (const [name, variables] of requests[type]!({ [field]: value })) {
        await t.test(`${name}: ${constraint}: ${JSON.stringify(value)}`, () =>
          assertStoreUnchanged(standIn, async () =>
            assertAttributeErrors(await standIn.send(readOperation(name), variables, 'admin'), paths),
          ),
        );
      }
    }
  }
});

test('what is at the edge of a constraint is taken', async (t) => {
  const { send } = await startTestServer(t);
  for (const [constraint, { good }] of Object.entries(rows)) {
    const [type, field] = constraint.split(/[. ]/) as [string, string];
    for (const value of good) {
      for (const [name, variables] of requests[type]!({ [field]: value })) {
        await t.test(`${name}: ${constraint}: ${JSON.stringify(value)}`, async () => {
          assert.equal((await send(readOperation(name), variables, 'admin')).errors, undefined);
        });
      }
    }
  }
});

test('a fault of the times is reported once', async (t) => {
  const { send } = await startTestServer(t);
  const attributes = { ...meeting, startTime: '2027-02-30T18:00:00Z', endTime: '2027-01-01T18:00:00Z' };
  assertAttributeErrors(
    await send(readOperation('create-meeting'), { componentId: 2, input: { attributes } }, 'member'),
    ['startTime'],
  );
});
