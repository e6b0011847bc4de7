import assert from 'node:assert/strict';
import test from 'node:test';
import { isInputObjectType } from 'graphql';
import { getConstraintDirective } from '../graphql/directives.ts';
import { createExecutableSchema, readContractSdl } from '../graphql/schema.ts';
import { resolvers } from './resolvers/resolvers.ts';
import { assertStoreUnchanged, assertAttributeErrors } from '../../test/support/assertions.ts';
import { readOperation, startTestServer } from '../../test/support/test-server.ts';

const meeting = {
  title: 'My new meeting',
  description: 'My new meeting description',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'ON_THIS_PLATFORM',
  typeOfMeeting: 'HYBRID',
};
const bothTimes = ['startTime', 'endTime'];

/** For each `Type.field keyword`: invalid values, with the paths of their errors if they differ from the field, and valid values. */
const constraints: Record<string, { invalid: [unknown, string[]?][]; valid: unknown[] }> = {
  'MeetingAttributes.address notBlank': { invalid: [[''], [' \t\n'], ['\u00a0']], valid: ['x', null] },
  'MeetingAttributes.availableSlots minimum': { invalid: [[-1]], valid: [0, 2147483647, null] },
  'MeetingAttributes.description notBlank': { invalid: [[''], [' ']], valid: ['<p></p>'] },
  'MeetingAttributes.endTime format': {
    invalid: [
      '',
      'soon',
      '2027-03-12',
      '2027-03-12 20:00:00Z',
      '2027-02-30T20:00:00Z',
      '2027-03-12T25:00:00Z',
      '2027-03-12T20:00Z',
    ].map((text) => [text]),
    valid: ['2027-03-12T20:00:00', '2027-03-12T20:00:00.5+01:00', '2028-02-29T00:00:00z'],
  },
  'MeetingAttributes.endTime after': {
    invalid: [
      ['2027-03-12T18:00:00Z', bothTimes],
      ['2027-03-12T17:59:59Z', bothTimes],
      ['2027-03-12T19:30:00+02:00', bothTimes],
    ],
    valid: ['2027-03-12T18:00:01Z', '2027-03-12T17:30:00-01:00'],
  },
  'MeetingAttributes.latitude minimum': { invalid: [[-90.1]], valid: [-90, null] },
  'MeetingAttributes.latitude maximum': { invalid: [[90.1]], valid: [90] },
  'MeetingAttributes.location notBlank': { invalid: [['']], valid: ['x', null] },
  'MeetingAttributes.locationHints notBlank': { invalid: [['']], valid: ['x', null] },
  'MeetingAttributes.longitude minimum': { invalid: [[-180.1]], valid: [-180, null] },
  'MeetingAttributes.longitude maximum': { invalid: [[180.1]], valid: [180] },
  'MeetingAttributes.onlineMeetingUrl format': {
    invalid: [[''], ['meet.example.org'], ['ftp://example.org'], ['javascript:alert(1)'], ['http://'], ['https://a b']],
    valid: ['http://x', 'HTTPS://meet.example.org/a?b#c', null],
  },
  'MeetingAttributes.registrationTerms notBlank': { invalid: [['']], valid: ['x', null] },
  'MeetingAttributes.registrationUrl format': { invalid: [['nope']], valid: ['https://x.example', null] },
  'MeetingAttributes.startTime format': {
    invalid: [['2027-02-29T18:00:00Z'], ['garbage']],
    valid: ['2027-03-12T18:00:00'],
  },
  'MeetingAttributes.startTime before': {
    invalid: [['2027-03-12T20:00:00Z', bothTimes]],
    valid: ['2020-01-01T00:00:00Z'],
  },
  'MeetingAttributes.taxonomies notRoot': {
    invalid: [[[1]], [['1', 3]], ['1']],
    valid: [[2, 3, 99], [], null, 'nope'],
  },
  'MeetingAttributes.title notBlank': { invalid: [[''], ['  ']], valid: ['x'] },
  'AnswerProposalAttributes.answerContent localeMap': {
    invalid: [['text'], [5], [['x']], [{ en: 5 }, ['answerContent.en']], [{ en: ' ' }, ['answerContent.en']]],
    valid: [{ en: 'Yes', ca: null }, { en: 'Yes', ca: ' ' }, {}, null],
  },
  'AnswerProposalAttributes.costReport localeMap': {
    invalid: [['text'], [{ es: [] }, ['costReport.es']]],
    valid: [{ es: 'x' }],
  },
  'AnswerProposalAttributes.executionPeriod localeMap': { invalid: [[true]], valid: [null] },
  'AnswerProposalAttributes.state enum': {
    invalid: [['nope'], ['ACCEPTED'], ['withdrawn'], ['not_answered'], [''], [null]],
    valid: ['accepted', 'rejected', 'evaluating'],
  },
  'ResultAttributes.appAccountabilityStatusId references': { invalid: [[99], [0], [-1]], valid: [1, null] },
  'ResultAttributes.description localeMap': {
    invalid: [['text'], [{ en: {} }, ['description.en']], [{ en: '' }, ['description.en']]],
    valid: [{ ca: 'x' }, { ca: '' }, null],
  },
  'ResultAttributes.endDate format': {
    invalid: [[''], ['2027-02-30'], ['31/12/2027'], ['2027-1-1'], ['2027-01-01T00:00:00Z']],
    valid: ['2028-02-29', null],
  },
  'ResultAttributes.parentId references': { invalid: [[99], [0]], valid: [1, 2, null] },
  'ResultAttributes.progress minimum': { invalid: [[-0.01]], valid: [0, null] },
  'ResultAttributes.progress maximum': { invalid: [[100.01]], valid: [100] },
  'ResultAttributes.startDate format': { invalid: [['2027-13-01']], valid: ['2027-01-01'] },
  'ResultAttributes.taxonomies notRoot': { invalid: [[[1]], [[3, 1]]], valid: [[4, 99], null] },
  'ResultAttributes.title localeMap': {
    invalid: [['text'], [{ en: 'x', ca: 5 }, ['title.ca']], [{ en: ' ' }, ['title.en']]],
    valid: [],
  },
  'ResultAttributes.title defaultLocale': {
    invalid: [undefined, null, {}, { ca: 'Només' }, { en: null }].map((title) => [title, ['title.en']]),
    valid: [{ en: 'x' }, { en: 'x', ca: null }],
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

test('the table lists every constraint of the contract', () => {
  const schema = createExecutableSchema(readContractSdl(), resolvers);
  const declared = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        Object.keys(getConstraintDirective(schema, field)).map((keyword) => `${type.name}.${field.name} ${keyword}`),
      ),
    );
  assert.deepEqual(Object.keys(constraints).toSorted(), declared.toSorted());
});

test('rejects a value that violates a constraint, and does not store it', async (t) => {
  const server = await startTestServer(t);
  for (const [constraint, { invalid }] of Object.entries(constraints)) {
    const [type, field] = constraint.split(/[. ]/) as [string, string];
    for (const [value, paths = [field]] of invalid) {
      for (const [name, variables] of requests[type]!({ [field]: value })) {
        await t.test(`${name}: ${constraint}: ${JSON.stringify(value)}`, () =>
          assertStoreUnchanged(server, async () =>
            assertAttributeErrors(await server.send(readOperation(name), variables, 'admin'), paths),
          ),
        );
      }
    }
  }
});

test('accepts a value at the limit of a constraint', async (t) => {
  const { send } = await startTestServer(t);
  for (const [constraint, { valid }] of Object.entries(constraints)) {
    const [type, field] = constraint.split(/[. ]/) as [string, string];
    for (const value of valid) {
      for (const [name, variables] of requests[type]!({ [field]: value })) {
        await t.test(`${name}: ${constraint}: ${JSON.stringify(value)}`, async () => {
          assert.equal((await send(readOperation(name), variables, 'admin')).errors, undefined);
        });
      }
    }
  }
});

test('reports only the format of an invalid date-time, not its order', async (t) => {
  const { send } = await startTestServer(t);
  const attributes = { ...meeting, startTime: '2027-02-30T18:00:00Z', endTime: '2027-01-01T18:00:00Z' };
  assertAttributeErrors(
    await send(readOperation('create-meeting'), { componentId: 2, input: { attributes } }, 'member'),
    ['startTime'],
  );
});
