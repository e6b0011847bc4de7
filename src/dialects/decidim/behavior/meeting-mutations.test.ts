import assert from 'node:assert/strict';
import test from 'node:test';
import { createMutationRunner } from '../../../../test/support/decidim-mutations.ts';

const attributes = {
  title: 'My new meeting',
  description: 'My new meeting description',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'IN_PERSON',
  address: 'Main Square 1',
  location: 'Town hall',
};
const online = { typeOfMeeting: 'ONLINE', onlineMeetingUrl: 'https://meet.example.org/x' };
const here = { registrationType: 'ON_THIS_PLATFORM', registrationTerms: 'Terms' };
const texts = '{ locales translations { locale text machineTranslated } }';
const selection = `id title ${texts} description ${texts} location ${texts} locationHints ${texts} registrationTerms ${texts}
  address startTime endTime registrationsEnabled remainingSlots iframeEmbedType iframeAccessLevel taxonomies { id } closed
  withdrawn closedAt attendeesCount closingReport ${texts} proposalsFromMeeting { id }`;
const creating = `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
  createMeeting(input: $input) { ${selection} } } } }`;
const changing = (
  field: string,
) => `mutation($id: ID!, $input: ${field[0]!.toUpperCase()}${field.slice(1)}MeetingInput!) {
  component(id: 2) { ... on MeetingsMutation { meeting(id: $id) { ${field}(input: $input) { ${selection} } } } } }`;
const input = (more: object, locale = 'en') => ({ input: { locale, attributes: { ...attributes, ...more } } });
const create = (more: object, locale?: string) => createMutationRunner().run(creating, input(more, locale), 'member');
const update = (more: object, { id = 2, actor = 'member', locale = 'en' } = {}, { run } = createMutationRunner()) =>
  run(changing('update'), { id, ...input(more, locale) }, actor);

/** A text that is there in Catalan alone. */
const shown = (text: string) => ({
  locales: ['ca'],
  translations: [{ locale: 'ca', text, machineTranslated: false }],
});

const blank = 'cannot be blank';
const before = (text: string) => `startTime must be before ${text}`;
const after = (text: string) => `endTime must be after ${text}`;
const unlisted = 'is not included in the list';

// What the platform answers to a new meeting with these attributes.
const refused: [string, object, string[]][] = [
  [
    'no days in order',
    { startTime: '2027-03-12T23:00:00+05:30', endTime: '2027-03-12T18:00:00+05:30' },
    [before('Fri, 12 Mar 2027 18:00:00 +0530'), after('Fri, 12 Mar 2027 23:00:00 +0530')],
  ],
  [
    'the same second',
    { startTime: '2027-03-12T18:00:00.1Z', endTime: '2027-03-12T18:00:00.9Z' },
    [before('Fri, 12 Mar 2027 18:00:00 +0000'), after('Fri, 12 Mar 2027 18:00:00 +0000')],
  ],
  ['nowhere', { address: null, location: ' ' }, [`address ${blank}`, `location ${blank}`]],
  ['a non-breaking space', { address: ' \u00a0' }, [`address ${blank}`]],
  ['no address of the web', { ...online, onlineMeetingUrl: null }, [`onlineMeetingUrl ${blank}`]],
  ['another one', { ...online, onlineMeetingUrl: 'nope' }, ['onlineMeetingUrl Must be valid URL']],
  ['a root', { taxonomies: ['1', '3'] }, []],
  ['a root and a title', { taxonomies: ['1'], title: 'x' }, ['title must start with a capital letter']],
  ['no slots here', { ...here, availableSlots: null }, ['availableSlots is not a number', `availableSlots ${blank}`]],
  ['too few slots', { ...here, availableSlots: -1 }, ['availableSlots must be greater than or equal to 0']],
  ['no terms', { ...here, registrationTerms: '' }, [`registrationTerms ${blank}`]],
  [
    'no registration',
    { registrationType: 'ON_DIFFERENT_PLATFORM', registrationUrl: 'nope' },
    ['registrationUrl This URL is in the incorrect format'],
  ],
  ['a null type of frame', { iframeEmbedType: null }, [`iframeEmbedType ${unlisted}`]],
  ['a new tab for nobody', { iframeEmbedType: 'OPEN_IN_NEW_TAB' }, [`iframeAccessLevel ${unlisted}`]],
  [
    'a live event',
    { ...online, iframeEmbedType: 'OPEN_IN_LIVE_EVENT_PAGE' },
    [`iframeEmbedType ${unlisted}`, 'iframeEmbedType This URL cannot be embedded in meeting or live event page.'],
  ],
  [
    'all at once',
    {
      title: '',
      description: '',
      startTime: '2027-03-12T21:00:00Z',
      address: '',
      location: '',
      typeOfMeeting: 'HYBRID',
      onlineMeetingUrl: 'x y',
      registrationType: 'ON_DIFFERENT_PLATFORM',
      registrationUrl: '',
      iframeEmbedType: 'OPEN_IN_NEW_TAB',
    },
    [
      before('Fri, 12 Mar 2027 20:00:00 +0000'),
      after('Fri, 12 Mar 2027 21:00:00 +0000'),
      `address ${blank}`,
      `title ${blank}`,
      `description ${blank}`,
      `location ${blank}`,
      'onlineMeetingUrl Must be valid URL',
      `registrationUrl ${blank}`,
      `iframeAccessLevel ${unlisted}`,
    ],
  ],
];
for (const [name, more, problems] of refused) {
  test(`a new meeting with ${name} is refused`, async () => {
    const answer = await create(more);
    assert.deepEqual([answer.code, answer.attributeErrors], ['ATTRIBUTE_VALIDATION_ERROR', problems]);
    assert.deepEqual(answer.path, ['component', 'createMeeting']);
  });
}

for (const [name, run] of [
  ['no number of slots', () => create({ availableSlots: null })],
  [
    'a frame around what is no URI',
    () => create({ onlineMeetingUrl: 'http://a b', iframeEmbedType: 'EMBED_IN_MEETING_PAGE' }),
  ],
  ['an update to a root', () => update({ taxonomies: ['1'] })],
] as const) {
  test(`${name} is a crash`, async () => assert.equal((await run()).isServerError, true));
}

test('a new meeting that the database refuses has used up its id', async () => {
  const { run } = createMutationRunner();
  const idOf = async (more: object) => (await run(creating, input(more), 'member')).value?.id;
  assert.deepEqual([await idOf({}), await idOf({ availableSlots: null }), await idOf({})], ['5', undefined, '7']);
});

test('a new meeting has the texts of its locale alone, the platform’s defaults, and what was not judged as it was given', async () => {
  const { value } = await create(
    {
      registrationsEnabled: true,
      availableSlots: -5,
      taxonomies: ['3abc', ' 4', '99', 'x'],
      description: '<p>Tom & <b>x</b>',
    },
    'ca',
  );
  const none = { locales: ['ca'], translations: [{ locale: 'ca', text: null, machineTranslated: true }] };
  const { title, description, location, locationHints, registrationTerms } = value;
  assert.deepEqual(title, shown('My new meeting'));
  assert.deepEqual(description, shown('<p>Tom &amp; <b>x</b></p>'));
  assert.deepEqual([location, locationHints, registrationTerms], [shown('Town hall'), none, none]);
  const { registrationsEnabled, remainingSlots, iframeEmbedType, iframeAccessLevel, taxonomies } = value;
  assert.deepEqual(
    [registrationsEnabled, remainingSlots, iframeEmbedType, iframeAccessLevel],
    [false, -5, 'NONE', null],
  );
  assert.deepEqual(taxonomies, [{ id: '4' }, { id: '3' }]);
});

test('services that may stand in a frame are the platform’s three, by their exact hosts', async () => {
  const frame = { ...online, iframeEmbedType: 'EMBED_IN_MEETING_PAGE', iframeAccessLevel: 'SIGNED_IN' };
  const hosts = ['www.youtube.com', 'www.twitch.tv', 'meet.jit.si', 'WWW.youtube.com', 'youtube.com'];
  const answers = await Promise.all(hosts.map((host) => create({ ...frame, onlineMeetingUrl: `https://${host}/x` })));
  assert.deepEqual(
    answers.map(({ code }) => code === undefined),
    [true, true, true, false, false],
  );
});

test('update keeps what is left out or null, judges it with the rest, and stores texts under its locale alone', async () => {
  const world = createMutationRunner();
  const { startTime, endTime, title, description, registrationType, typeOfMeeting } = attributes;
  const required = { startTime, endTime, title, description, registrationType, typeOfMeeting };
  const nulls = { address: null, location: null, taxonomies: null, iframeEmbedType: null, availableSlots: null };
  const run = (more: object, locale: string) =>
    world.run(changing('update'), { id: 2, input: { locale, attributes: { ...required, ...more } } }, 'member');
  const { value } = await run(nulls, 'ca');
  assert.deepEqual(value.location.translations, shown('Town hall (ca)').translations);
  assert.deepEqual(value.locationHints.translations, shown('First floor (ca)').translations);
  assert.deepEqual([value.address, value.iframeEmbedType, value.iframeAccessLevel], ['Main Square 1', 'NONE', 'ALL']);
  // What is kept is taken from the default locale, where the request's is not there; else from the first.
  const spanish = createMutationRunner();
  const inSpanish = await spanish.run(
    changing('update'),
    { id: 2, input: { locale: 'es', attributes: required } },
    'member',
  );
  assert.deepEqual(inSpanish.value.location.translations, [
    { locale: 'es', text: 'Town hall', machineTranslated: false },
  ]);
  // English was lost: Catalan is what there is.
  const english = (await run({}, 'en')).value;
  assert.deepEqual(english.location.translations, [{ locale: 'en', text: 'Town hall (ca)', machineTranslated: false }]);
  assert.deepEqual((await run({ registrationType: 'ON_THIS_PLATFORM' }, 'en')).attributeErrors, [
    `registrationTerms ${blank}`,
  ]);
});

for (const [name, id, actor] of [
  ['of somebody else', 1, 'member'],
  ['of somebody else, by an administrator', 2, 'admin'],
  ['that is closed', 3, 'member'],
] as const) {
  test(`a meeting ${name} is not updated`, async () => {
    const { code, path } = await update({ title: '' }, { id, actor, locale: 'xx' });
    assert.deepEqual([code, path], ['MUTATION_NOT_AUTHORIZED_ERROR', ['component', 'meeting', 'update']]);
  });
}

test('a meeting is closed by its author, once, when it is over', async () => {
  const { run, store } = createMutationRunner();
  const past = { startTime: '2020-03-12T18:00:00Z', endTime: '2020-03-12T20:00:00Z' };
  const id = (await run(creating, input(past), 'member')).value.id;
  const close = (more: object, actor = 'member', meeting = id) => {
    const closing = { closingReport: 'It went well.', attendeesCount: 12, ...more };
    return run(changing('close'), { id: meeting, input: { locale: 'en', attributes: closing } }, actor);
  };
  const denied = 'MUTATION_NOT_AUTHORIZED_ERROR';
  assert.deepEqual([(await close({}, 'other')).code, (await close({}, 'member', 2)).code], [denied, denied]);
  assert.deepEqual((await close({ closingReport: ' ', attendeesCount: -1 })).attributeErrors, [
    `closingReport ${blank}`,
    'attendeesCount must be greater than or equal to 0',
  ]);
  assert.deepEqual((await close({ attendeesCount: 1000 })).attributeErrors, [
    'attendeesCount must be less than or equal to 999',
  ]);
  store.update((draft) => {
    draft.update('components', 9, { processId: 2 });
    draft.update('meetings', Number(id), { withdrawnAt: store.now() });
  });
  assert.equal((await close({})).code, denied);
  store.update((draft) => draft.update('meetings', Number(id), { withdrawnAt: null }));
  // Before anybody is asked whether they may.
  for (const actor of ['member', 'other'])
    assert.equal((await close({ closedAt: null }, actor)).isServerError, true, actor);
  const { value } = await close({
    closedAt: '2020-05-01T10:20:30+0200',
    proposalIds: ['1x', '4', '5', '999', '1'],
    closingReport: '<p>Tom & Jerry',
  });
  assert.deepEqual([value.closed, value.attendeesCount, value.closedAt], [true, 12, '2000-01-01T08:20:30+00:00']);
  assert.equal(value.closingReport.translations[0].text, '<p>Tom &amp; Jerry</p>');
  assert.deepEqual(store.find('meetings', Number(id))!.closing!.proposalIds, [1, 4]);
  assert.equal((await close({})).code, denied);
});

test('a meeting is withdrawn by its author, once, until it is over, and can be updated then', async () => {
  const world = createMutationRunner();
  const withdraw = (actor: string, id = 2) =>
    world.run(
      `mutation { component(id: 2) { ... on MeetingsMutation { meeting(id: ${id}) { withdraw(input: {}) { withdrawn } } } } }`,
      {},
      actor,
    );
  const codes = [await withdraw('admin'), await withdraw('member', 3)].map(({ code }) => code);
  assert.deepEqual(codes, ['MUTATION_NOT_AUTHORIZED_ERROR', 'MUTATION_NOT_AUTHORIZED_ERROR']);
  assert.equal((await withdraw('member')).value, true);
  assert.equal((await withdraw('member')).code, 'MUTATION_NOT_AUTHORIZED_ERROR');
  assert.equal((await update({}, {}, world)).code, undefined);
});
