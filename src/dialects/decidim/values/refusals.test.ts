import assert from 'node:assert/strict';
import test from 'node:test';
import { notFound, unauthorizedObject } from '../../../errors.ts';
import { translateRefusal } from './refusals.ts';

const rows: [text: string, locale: string | undefined, translated: string][] = [
  [notFound('Proposal').message, 'ca', 'Proposal no trobat'],
  [unauthorizedObject('Post').message, 'es', 'No puedes ver o editar este/a Post porque no tienes permisos'],
  ['must be greater than or equal to 0', 'ca', 'ha de ser més gran o igual a 0'],
  ['must be after Fri, 12 Mar 2027 18:00:00 +0000', 'es', 'tiene que ser posterior a vie, 12 mar 2027 18:00:00 +0000'],
  // Other texts and locales stay.
  ['Mutation type not found for Pages', 'ca', 'Mutation type not found for Pages'],
  ['cannot be blank', 'fr', 'cannot be blank'],
  ['cannot be blank', undefined, 'cannot be blank'],
];
for (const [text, locale, translated] of rows)
  test(`in the locale ${locale}, ${text} is ${translated}`, () =>
    assert.equal(translateRefusal(text, locale), translated));
