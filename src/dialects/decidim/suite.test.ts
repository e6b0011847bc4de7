import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, print } from 'graphql';
import { createDecidimSuiteDialect } from './suite.ts';
import { decidim032 } from './versions/0.32/version.ts';

const { translator } = createDecidimSuiteDialect(decidim032);
const sent = (query: string) =>
  print(translator.translateDocument(parse(query, { noLocation: true }))).replace(/\s+/g, ' ');

test('documents say the names of types, the brand word, and a locale', () => {
  assert.equal(
    sent('query($a: TypeOfMeeting, $b: [RegistrationTypeType!]) { name { translation } }'),
    'query ($a: TypeOfMeetingEnum, $b: [RegistrationTypeEnum!]) { name { translation(locale: "en") } }',
  );
  assert.equal(
    sent('mutation { createResult(input: { attributes: { appAccountabilityStatusId: 1 } }) { id } }'),
    'mutation { createResult(input: {attributes: {decidimAccountabilityStatusId: 1}}) { id } }',
  );
});

test('what is the same in both dialects is sent as it is', () => {
  const query = '{ name { en: translation(locale: "ca") translations { locale } } }';
  assert.equal(sent(query), query);
});

test('variables say the brand word', () => {
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
