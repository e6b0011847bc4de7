import { type ValuePools, omitted } from './pool.ts';
import { etiquetteTexts } from './texts.ts';

const textsAroundLimits = (maximum: number) =>
  [14, 15, maximum, maximum + 1].map((length) => 'A'.padEnd(length, 'bc '));
const localeMaps = [
  { en: 'We accept it' },
  { en: 'We accept it', ca: 'Ho acceptem' },
  { ca: 'Ho acceptem' },
  { en: '' },
  { en: null },
  { xx: 'Nobody reads it' },
  { en: '<p>Yes <b>we</b> do</p>' },
  {},
  null,
];
const invalidMaps = ['We accept it', 5, ['We accept it'], true, { en: { deep: 'text' } }, { en: 5 }];

/** Values for the attributes of an answer. */
export const answerPools: ValuePools = {
  state: {
    validated: [
      'accepted',
      'rejected',
      'evaluating',
      'not_answered',
      'Accepted',
      'withdrawn',
      '',
      '  ',
      'nonsense',
      null,
      omitted,
    ],
    uncoercible: [1, ['accepted']],
  },
  answerContent: { validated: [...localeMaps, omitted], crashing: invalidMaps },
  cost: { validated: [0, 10, 1234.5, -5, 0.005, 1e12, 0.1, null, omitted], uncoercible: ['10'] },
  costReport: { validated: [...localeMaps.slice(3, 7), null], crashing: invalidMaps.slice(0, 3) },
  executionPeriod: { validated: [...localeMaps.slice(0, 3), {}, omitted], crashing: invalidMaps.slice(3) },
  nonsense: { validated: [omitted], uncoercible: [1] },
};

/** Values for the attributes of a proposal. */
export const proposalPools: ValuePools = {
  title: {
    validated: [...etiquetteTexts.filter((_, index) => index % 3 === 0), ...textsAroundLimits(150)],
    uncoercible: [null, 5],
  },
  body: { validated: [...etiquetteTexts.slice(0, 9), ...textsAroundLimits(500)], uncoercible: [null, omitted] },
  address: { validated: ['Main Square 1', '', null], uncoercible: [7] },
  latitude: { validated: [41.38, null], uncoercible: ['41.38'] },
  longitude: { validated: [2.17, null] },
  taxonomies: { validated: [[2], [1], [999], [], null], uncoercible: [[null]] },
};

/** Values for the attributes that close a meeting. */
export const closeMeetingPools: ValuePools = {
  closingReport: {
    validated: ['It went well.', '', ' ', '<p></p>', 'small, AND LOUD!!'],
    uncoercible: [null, omitted],
  },
  attendeesCount: { validated: [12, 0, -1, 2_147_483_647], uncoercible: ['12', 1.5] },
  closedAt: {
    validated: ['2026-02-11T18:30:00Z', '2030-01-01T09:15:00+02:00', null, omitted],
    crashing: ['2026-02-11', 5],
  },
  proposalIds: { validated: [[1], [1, 2], [999], [4], [], null], uncoercible: [[null]] },
};
