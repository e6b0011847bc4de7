import { type ValuePools, omitted } from './pool.ts';
import { etiquetteTexts } from './texts.ts';

const lengths = (most: number) => [14, 15, most, most + 1].map((length) => 'A'.padEnd(length, 'bc '));
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
const notMaps = ['We accept it', 5, ['We accept it'], true, { en: { deep: 'text' } }, { en: 5 }];

/** Attributes of an answer. */
export const answerPools: ValuePools = {
  state: {
    judged: [
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
  answerContent: { judged: [...localeMaps, omitted], failing: notMaps },
  cost: { judged: [0, 10, 1234.5, -5, 0.005, 1e12, 0.1, null, omitted], uncoercible: ['10'] },
  costReport: { judged: [...localeMaps.slice(3, 7), null], failing: notMaps.slice(0, 3) },
  executionPeriod: { judged: [...localeMaps.slice(0, 3), {}, omitted], failing: notMaps.slice(3) },
  nonsense: { judged: [omitted], uncoercible: [1] },
};

/** Attributes of a proposal. */
export const proposalPools: ValuePools = {
  title: { judged: [...etiquetteTexts.filter((_, index) => index % 3 === 0), ...lengths(150)], uncoercible: [null, 5] },
  body: { judged: [...etiquetteTexts.slice(0, 9), ...lengths(500)], uncoercible: [null, omitted] },
  address: { judged: ['Main Square 1', '', null], uncoercible: [7] },
  latitude: { judged: [41.38, null], uncoercible: ['41.38'] },
  longitude: { judged: [2.17, null] },
  taxonomies: { judged: [[2], [1], [999], [], null], uncoercible: [[null]] },
};

/** Attributes of the closing of a meeting. */
export const closeMeetingPools: ValuePools = {
  closingReport: {
    judged: ['It went well.', '', ' ', '<p></p>', 'small, AND LOUD!!'],
    uncoercible: [null, omitted],
  },
  attendeesCount: { judged: [12, 0, -1, 2_147_483_647], uncoercible: ['12', 1.5] },
  closedAt: {
    judged: ['2026-02-11T18:30:00Z', '2030-01-01T09:15:00+02:00', null, omitted],
    failing: ['2026-02-11', 5],
  },
  proposalIds: { judged: [[1], [1, 2], [999], [4], [], null], uncoercible: [[null]] },
};
