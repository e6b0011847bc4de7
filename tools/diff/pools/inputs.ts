import { omitted } from './pool.ts';

/** Locales of an input, as often as they are dealt; the platform lets those but English leak into what follows. */
export const inputLocales: string[] = ['en', 'en', 'en', 'en', 'en', 'ca', 'ca', 'es'];

/** Changes of what stands around the attributes: a member of the input, and a value for it. */
export const inputChanges: [member: string, value: unknown][] = [
  ['locale', 'xx'],
  ['locale', ''],
  ['locale', 'EN'],
  ['locale', null],
  ['locale', 5],
  ['locale', omitted],
  ['attributes', omitted],
  ['attributes', null],
  ['attributes', []],
  ['attributes', {}],
  ['clientMutationId', 'abc'],
  ['clientMutationId', 5],
  ['toggleTranslations', true],
  ['toggleTranslations', null],
  ['toggleTranslations', 'yes'],
  ['nonsense', 1],
];

/** Ids of records and components that are given in other ways than as a plain number. */
export const unusualIds: unknown[] = [
  '1',
  '2',
  '01',
  '2x',
  'abc',
  '',
  -1,
  0,
  1.5,
  true,
  null,
  omitted,
  '99999999999999999999',
];
