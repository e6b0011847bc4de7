import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertRequestError,
  assertStoreUnchanged,
  assertAttributeErrors,
  assertGraphQLError,
} from '../../../test/support/assertions.ts';
import { readOperation, startTestServer } from '../../../test/support/test-server.ts';

const required = {
  title: 'My new meeting',
  description: 'My new meeting description',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'IN_PERSON',
};
const optional = {
  address: 'Main Square 2',
  availableSlots: 30,
  iframeAccessLevel: 'REGISTERED',
  iframeEmbedType: 'OPEN_IN_NEW_TAB',
  latitude: -90,
  longitude: 180,
  location: 'Library',
  locationHints: 'Second floor',
  onlineMeetingUrl: 'https://meet.example.org/x',
  registrationTerms: 'Bring your card.',
  registrationUrl: 'http://tickets.example.org/1',
  registrationsEnabled: true,
  taxonomies: [3, '4', 999],
};
const selection = `id title { translations { locale text } } description { translations { locale text } }
  location { translations { locale text } } locationHints { translations { locale text } }
  registrationTerms { translations { locale text } } address coordinates { latitude longitude } startTime endTime
  typeOfMeeting onlineMeetingUrl iframeAccessLevel iframeEmbedType registrationType registrationUrl registrationsEnabled
  registrationFormEnabled registrationForm { id } remainingSlots taxonomies { id } author { __typename id name nickname }
  closed closedAt publishedAt createdAt updatedAt reference url`;
const create = `mutation($componentId: ID!, $input: CreateMeetingInput!) { component(id: $componentId) {
  ... on MeetingsMutation { createMeeting(input: $input) { ${selection} } } } }`;
const update = `mutation($componentId: ID!, $meetingId: ID!, $input: UpdateMeetingInput!) { component(id: $componentId) {
  ... on MeetingsMutation { meeting(id: $meetingId) { update(input: $input) { ${selection} } } } } }`;
const read = `query($id: ID!) { component(id: 2) { ... on Meetings { meeting(id: $id) { ${selection} } } } }`;

const texts = (...pairs: [string, string][]) => ({ translations: pairs.map(([locale, text]) => ({ locale, text })) });

test('createMeeting stores every attribute', async (t) => {
  const { send, url } = await startTestServer(t);
  const variables = { componentId: 2, input: { locale: 'ca', attributes: { ...required, ...optional } } };
  const { data, errors } = await send(create, variables, 'member');
  assert.equal(errors, undefined);
  const { createdAt, updatedAt, publishedAt, reference, ...meeting } = data.component.createMeeting;
  assert.deepEqual(meeting, {
    id: '5',
    title: texts(['ca', required.title]),
    description: texts(['ca', required.description]),
    location: texts(['ca', optional.location]),
    locationHints: texts(['ca', optional.locationHints]),
    registrationTerms: texts(['ca', optional.registrationTerms]),
    address: optional.address,
    coordinates: { latitude: -90, longitude: 180 },
    startTime: '2027-03-12T18:00:00+00:00',
    endTime: '2027-03-12T20:00:00+00:00',
    typeOfMeeting: 'IN_PERSON',
    onlineMeetingUrl: optional.onlineMeetingUrl,
    iframeAccessLevel: 'REGISTERED',
    iframeEmbedType: 'OPEN_IN_NEW_TAB',
    registrationType: 'REGISTRATION_DISABLED',
    registrationUrl: optional.registrationUrl,
    registrationsEnabled: true,
    registrationFormEnabled: false,
    registrationForm: { id: '5' },
    remainingSlots: 30,
    taxonomies: [{ id: '4' }, { id: '3' }],
    author: { __typename: 'User', id: '2', name: 'Member robot', nickname: '@member-key' },
    closed: false,
    closedAt: null,
    url: `${new URL(url).origin}/en/processes/city-budget/f/2/meetings/5`,
  });
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  assert.deepEqual([updatedAt, publishedAt], [createdAt, createdAt]);
  assert.equal(reference, `TH-MEET-${createdAt.slice(0, 4)}-${createdAt.slice(5, 7)}-5`);
  assert.deepEqual((await send(read, { id: 5 })).data.component.meeting, data.component.createMeeting);
});

test('createMeeting uses defaults for attributes that are omitted or null', async (t) => {
  const { send } = await startTestServer(t);
  const nulls = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
  for (const attributes of [required, { ...required, ...nulls }]) {
    const { data } = await send(create, { componentId: 2, input: { attributes } }, 'member');
    const meeting = data.component.createMeeting;
    assert.deepEqual(meeting.title, texts(['en', required.title]));
    for (const name of [
      'address',
      'coordinates',
      'location',
      'locationHints',
      'onlineMeetingUrl',
      'iframeAccessLevel',
    ]) {
      assert.equal(meeting[name], null, name);
    }
    const { iframeEmbedType, remainingSlots, registrationsEnabled, taxonomies } = meeting;
    assert.deepEqual([iframeEmbedType, remainingSlots, registrationsEnabled, taxonomies], ['NONE', 0, false, []]);
  }
  const onThisPlatform = { ...required, registrationType: 'ON_THIS_PLATFORM' };
  const { data } = await send(create, { componentId: 2, input: { attributes: onThisPlatform } }, 'member');
  assert.equal(data.component.createMeeting.registrationsEnabled, true);
});

test('update keeps omitted attributes and the texts of other locales', async (t) => {
  const { send } = await startTestServer(t);
  const before = (await send(read, { id: 2 })).data.component.meeting;
  const attributes = { ...required, title: 'La meva trobada' };
  const { data } = await send(update, { componentId: 2, meetingId: 2, input: { locale: 'ca', attributes } }, 'other');
  const after = data.component.meeting.update;
  assert.deepEqual(after, {
    ...before,
    title: texts(['en', 'Member meeting'], ['ca', 'La meva trobada']),
    description: texts(['en', 'Member meeting, described.'], ['ca', required.description]),
    startTime: '2027-03-12T18:00:00+00:00',
    endTime: '2027-03-12T20:00:00+00:00',
    updatedAt: after.updatedAt,
  });
  assert.deepEqual((await send(read, { id: 2 })).data.component.meeting, after);
});

test('update changes every attribute, and null clears it', async (t) => {
  const { send } = await startTestServer(t);
  const write = async (attributes: object) => {
    const input = { locale: 'en', attributes: { ...required, ...attributes } };
    return (await send(update, { componentId: 2, meetingId: 2, input }, 'admin')).data.component.meeting.update;
  };
  const full = await write(optional);
  assert.deepEqual(full.coordinates, { latitude: -90, longitude: 180 });
  assert.deepEqual(full.location, texts(['en', 'Library'], ['ca', 'Town hall (ca)']));
  assert.deepEqual(full.taxonomies, [{ id: '4' }, { id: '3' }]);
  assert.deepEqual([full.remainingSlots, full.registrationsEnabled], [30, true]);
  assert.equal(full.author.id, '2');

  const cleared = await write(Object.fromEntries(Object.keys(optional).map((name) => [name, null])));
  for (const name of [
    'address',
    'coordinates',
    'onlineMeetingUrl',
    'iframeAccessLevel',
    'registrationUrl',
    'registrationTerms',
  ]) {
    assert.equal(cleared[name], null, name);
  }
  assert.deepEqual(cleared.location, texts(['ca', 'Town hall (ca)']));
  const { iframeEmbedType, remainingSlots, registrationsEnabled, taxonomies } = cleared;
  assert.deepEqual([iframeEmbedType, remainingSlots, registrationsEnabled, taxonomies], ['NONE', 0, false, []]);
});

test('a time can have any number of fractional digits', async (t) => {
  const { send } = await startTestServer(t);
  for (const fraction of ['1', '123456789', '9'.repeat(31), '1'.repeat(1000)]) {
    for (const offset of ['', 'Z', '+00:00']) {
      const attributes = { ...required, startTime: `2027-03-12T18:00:00.${fraction}${offset}` };
      const { data, errors } = await send(create, { componentId: 2, input: { attributes } }, 'member');
      assert.equal(errors, undefined);
      assert.equal(data.component.createMeeting.startTime, '2027-03-12T18:00:00+00:00');
    }
  }
});

test('every user can update closed meetings and meetings of other users', async (t) => {
  const { send } = await startTestServer(t);
  for (const meetingId of [1, 3, '4']) {
    const { data } = await send(update, { componentId: 2, meetingId, input: { attributes: required } }, 'member');
    assert.deepEqual(
      data.component.meeting.update.title.translations.find((each: { locale: string }) => each.locale === 'en').text,
      required.title,
    );
  }
});

test('update finds a meeting only in its own component', async (t) => {
  const server = await startTestServer(t);
  await assertStoreUnchanged(server, async () => {
    const response = await server.send(
      update,
      { componentId: 3, meetingId: 2, input: { attributes: required } },
      'member',
    );
    assertGraphQLError(response, 'NOT_FOUND_ERROR', ['component', 'meeting'], { component: { meeting: null } });
  });
});

for (const [name, path] of [
  ['create-meeting', ['component', 'createMeeting']],
  ['update-meeting', ['component', 'meeting', 'update']],
] as const) {
  test(`${name} checks required attributes, types and locales`, async (t) => {
    const server = await startTestServer(t);
    const send = (attributes: object, locale?: string | null) =>
      server.send(readOperation(name), { componentId: 2, meetingId: 2, input: { locale, attributes } }, 'member');
    const dataAfterError =
      name === 'create-meeting' ? { component: { createMeeting: null } } : { component: { meeting: { update: null } } };
    const testRejection = (title: string, check: () => Promise<void>) =>
      t.test(title, () => assertStoreUnchanged(server, check));

    for (const attribute of Object.keys(required)) {
      await testRejection(`requires ${attribute}`, async () => {
        assertRequestError(await send({ ...required, [attribute]: undefined }), new RegExp(attribute));
        assertRequestError(await send({ ...required, [attribute]: null }), new RegExp(attribute));
      });
    }
    for (const [attribute, value] of [
      ['title', 5],
      ['registrationType', 'NOPE'],
      ['typeOfMeeting', 'online'],
      ['startTime', 5],
      ['availableSlots', 1.5],
      ['taxonomies', [[1]]],
      ['iframeAccessLevel', 'SOME'],
    ] as const) {
      await testRejection(`rejects a value of another type for ${attribute}`, async () => {
        assertRequestError(await send({ ...required, [attribute]: value }), new RegExp(attribute));
      });
    }
    for (const locale of ['xx', '', 'EN']) {
      await testRejection(`rejects the locale ${JSON.stringify(locale)} before it checks the attributes`, async () => {
        assertGraphQLError(
          await send({ ...required, title: '' }, locale),
          'INVALID_LOCALE_ERROR',
          [...path],
          dataAfterError,
        );
      });
    }
    await t.test('uses the default locale if the locale is omitted or null', async () => {
      for (const locale of [undefined, null]) {
        assert.equal((await send(required, locale)).errors, undefined);
      }
    });
    await testRejection('lists all invalid attributes', async () => {
      const response = await send({ ...required, title: ' ', latitude: 91, availableSlots: -1 });
      assertAttributeErrors(response, ['availableSlots', 'latitude', 'title']);
      assert.deepEqual(response.errors![0]!.path, path);
      assert.deepEqual(response.data, dataAfterError);
    });
  });
}
