import { omitted } from './pool.ts';

/** Locales of an input, in proportion to their use; the platform keeps a locale other than English for later requests. */
export const inputLocales: string[] = ['en', 'en', 'en', 'en', 'en', 'ca', 'ca', 'es'];

/** Changes of the input beside its attributes: a member and its value. */
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

/** Ids of records and components that are not plain numbers. */
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
