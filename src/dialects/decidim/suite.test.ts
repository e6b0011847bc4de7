import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, print } from 'graphql';
import { createDecidimSuiteDialect } from './suite.ts';
import { currentRelease } from './releases.ts';

const { translator } = createDecidimSuiteDialect(currentRelease);
const translate = (query: string) =>
  print(translator.translateDocument(parse(query, { noLocation: true }))).replace(/\s+/g, ' ');

test('documents have the names of types and attributes of the platform', () => {
  assert.equal(
    translate('query($a: TypeOfMeeting, $b: [RegistrationTypeType!]) { name { locales } }'),
    'query ($a: TypeOfMeetingEnum, $b: [RegistrationTypeEnum!]) { name { locales } }',
  );
  assert.equal(
    translate('mutation { createResult(input: { attributes: { appAccountabilityStatusId: 1 } }) { id } }'),
    'mutation { createResult(input: {attributes: {decidimAccountabilityStatusId: 1}}) { id } }',
  );
});

test('parts that are the same in both dialects do not change', () => {
  const query = '{ name { en: translation(locale: "ca") translations { locale } } }';
  assert.equal(translate(query), query);
});

test('variables have the names of attributes of the platform', () => {
  const input = {
    attributes: { appAccountabilityStatusId: 1, title: { en: 'appAccountabilityStatusId' }, ids: [1, null] },
  };
  assert.deepEqual(translator.translateVariables({ componentId: 4, input }), {
    componentId: 4,
    input: {
      attributes: { decidimAccountabilityStatusId: 1, title: { en: 'appAccountabilityStatusId' }, ids: [1, null] },
    },
  });
});

test('names that every JavaScript object inherits stay as they are', () => {
  const query = 'query ($n: __proto__) { constructor(input: {valueOf: 1}) ... on toString { a } }';
  assert.equal(translate(query), query);
  const variables: unknown = JSON.parse('{ "toString": 1, "__proto__": { "constructor": 2 } }');
  assert.equal(
    JSON.stringify(translator.translateVariables(variables as Record<string, unknown>)),
    JSON.stringify(variables),
  );
  assert.deepEqual(
    translator.parseRefusedAttributes({ message: [{ path: ['attributes', 'toString'], message: 'is invalid' }] }),
    [['toString']],
  );
});
