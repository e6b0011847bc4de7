import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, print } from 'graphql';
import { createDecidimSuiteDialect } from './suite.ts';
import { decidim032 } from './versions/0.32/version.ts';

const { translator } = createDecidimSuiteDialect(decidim032);
const translate = (query: string) =>
  print(translator.translateDocument(parse(query, { noLocation: true }))).replace(/\s+/g, ' ');

test('documents have the names of types and attributes of the platform, and a locale', () => {
  assert.equal(
    translate('query($a: TypeOfMeeting, $b: [RegistrationTypeType!]) { name { translation } }'),
    'query ($a: TypeOfMeetingEnum, $b: [RegistrationTypeEnum!]) { name { translation(locale: "en") } }',
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
