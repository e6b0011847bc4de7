import assert from 'node:assert/strict';
import test from 'node:test';
import { createMutationRunner } from '../../../../test/support/decidim-mutations.ts';
import { inPersonAttributes as attributes } from '../../../../test/support/inputs.ts';

const online = { typeOfMeeting: 'ONLINE', onlineMeetingUrl: 'https://meet.example.org/x' };
const onThisPlatform = { registrationType: 'ON_THIS_PLATFORM', registrationTerms: 'Terms' };
const texts = '{ locales translations { locale text machineTranslated } }';
const selection = `id title ${texts} description ${texts} location ${texts} locationHints ${texts} registrationTerms ${texts}
  address startTime endTime registrationsEnabled remainingSlots iframeEmbedType iframeAccessLevel taxonomies { id } closed
  withdrawn closedAt attendeesCount closingReport ${texts} proposalsFromMeeting { id }`;
const createMutation = `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
  createMeeting(input: $input) { ${selection} } } } }`;
const mutationOf = (
  field: string,
) => `mutation($id: ID!, $input: ${field[0]!.toUpperCase()}${field.slice(1)}MeetingInput!) {
  component(id: 2) { ... on MeetingsMutation { meeting(id: $id) { ${field}(input: $input) { ${selection} } } } } }`;
const input = (more: object, locale = 'en') => ({ input: { locale, attributes: { ...attributes, ...more } } });
const create = (more: object, locale?: string) =>
  createMutationRunner().run(createMutation, input(more, locale), 'member');
const update = (more: object, { id = 2, actor = 'member', locale = 'en' } = {}, { run } = createMutationRunner()) =>
  run(mutationOf('update'), { id, ...input(more, locale) }, actor);

/** A text that has only a Catalan translation. */
const catalanText = (text: string) => ({
  locales: ['ca'],
  translations: [{ locale: 'ca', text, machineTranslated: false }],
});

const blank = 'cannot be blank';
const beforeError = (end: string) => `startTime must be before ${end}`;
const afterError = (start: string) => `endTime must be after ${start}`;
const notInList = 'is not included in the list';

// The attribute errors of the platform.
const invalidAttributes: [string, object, string[]][] = [
  [
    'a start after the end',
    { startTime: '2027-03-12T23:00:00+05:30', endTime: '2027-03-12T18:00:00+05:30' },
    [beforeError('Fri, 12 Mar 2027 18:00:00 +0530'), afterError('Fri, 12 Mar 2027 23:00:00 +0530')],
  ],
  [
    'a start and an end in the same second',
    { startTime: '2027-03-12T18:00:00.1Z', endTime: '2027-03-12T18:00:00.9Z' },
    [beforeError('Fri, 12 Mar 2027 18:00:00 +0000'), afterError('Fri, 12 Mar 2027 18:00:00 +0000')],
  ],
  [
    'a meeting in person without address and location',
    { address: null, location: ' ' },
    [`address ${blank}`, `location ${blank}`],
  ],
  ['an address of a non-breaking space', { address: ' \u00a0' }, [`address ${blank}`]],
  ['an online meeting without a URL', { ...online, onlineMeetingUrl: null }, [`onlineMeetingUrl ${blank}`]],
  ['a URL that is not http', { ...online, onlineMeetingUrl: 'nope' }, ['onlineMeetingUrl Must be valid URL']],
  ['a root taxonomy', { taxonomies: ['1', '3'] }, []],
  [
    'a root taxonomy and an invalid title',
    { taxonomies: ['1'], title: 'x' },
    ['title must start with a capital letter'],
  ],
  [
    'null slots',
    { ...onThisPlatform, availableSlots: null },
    ['availableSlots is not a number', `availableSlots ${blank}`],
  ],
  ['negative slots', { ...onThisPlatform, availableSlots: -1 }, ['availableSlots must be greater than or equal to 0']],
  ['registration without terms', { ...onThisPlatform, registrationTerms: '' }, [`registrationTerms ${blank}`]],
  [
    'an invalid registration URL',
    { registrationType: 'ON_DIFFERENT_PLATFORM', registrationUrl: 'nope' },
    ['registrationUrl This URL is in the incorrect format'],
  ],
  ['a null iframeEmbedType', { iframeEmbedType: null }, [`iframeEmbedType ${notInList}`]],
  ['a new tab without an access level', { iframeEmbedType: 'OPEN_IN_NEW_TAB' }, [`iframeAccessLevel ${notInList}`]],
  [
    'embedding in a live event page',
    { ...online, iframeEmbedType: 'OPEN_IN_LIVE_EVENT_PAGE' },
    [`iframeEmbedType ${notInList}`, 'iframeEmbedType This URL cannot be embedded in meeting or live event page.'],
  ],
  [
    'many invalid attributes, and lists all errors',
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
      beforeError('Fri, 12 Mar 2027 20:00:00 +0000'),
      afterError('Fri, 12 Mar 2027 21:00:00 +0000'),
      `address ${blank}`,
      `title ${blank}`,
      `description ${blank}`,
      `location ${blank}`,
      'onlineMeetingUrl Must be valid URL',
      `registrationUrl ${blank}`,
      `iframeAccessLevel ${notInList}`,
    ],
  ],
];
for (const [name, more, errors] of invalidAttributes) {
  test(`createMeeting rejects ${name}`, async () => {
    const outcome = await create(more);
    assert.deepEqual([outcome.code, outcome.attributeErrors], ['ATTRIBUTE_VALIDATION_ERROR', errors]);
    assert.deepEqual(outcome.path, ['component', 'createMeeting']);
  });
}

for (const [name, run] of [
  ['createMeeting with null slots', () => create({ availableSlots: null })],
  [
    'createMeeting with an embedded URL that is not a URI',
    () => create({ onlineMeetingUrl: 'http://a b', iframeEmbedType: 'EMBED_IN_MEETING_PAGE' }),
  ],
  ['update with a root taxonomy', () => update({ taxonomies: ['1'] })],
] as const) {
  test(`${name} is a server error`, async () => assert.equal((await run()).isServerError, true));
}

test('a meeting that the database rejects uses an id', async () => {
  const { run } = createMutationRunner();
  const idOf = async (more: object) => (await run(createMutation, input(more), 'member')).value?.id;
  assert.deepEqual([await idOf({}), await idOf({ availableSlots: null }), await idOf({})], ['5', undefined, '7']);
});

test('a new meeting has texts in its locale only, the defaults of the platform, and attributes without rules unchanged', async () => {
  const { value } = await create(
    {
      registrationsEnabled: true,
      availableSlots: -5,
      taxonomies: ['3abc', ' 4', '99', 'x'],
      description: '<p>Tom & <b>x</b>',
    },
    'ca',
  );
  const blankText = { locales: ['ca'], translations: [{ locale: 'ca', text: null, machineTranslated: true }] };
  const { title, description, location, locationHints, registrationTerms } = value;
  assert.deepEqual(title, catalanText('My new meeting'));
  assert.deepEqual(description, catalanText('<p>Tom &amp; <b>x</b></p>'));
  assert.deepEqual([location, locationHints, registrationTerms], [catalanText('Town hall'), blankText, blankText]);
  const { registrationsEnabled, remainingSlots, iframeEmbedType, iframeAccessLevel, taxonomies } = value;
  assert.deepEqual(
    [registrationsEnabled, remainingSlots, iframeEmbedType, iframeAccessLevel],
    [false, -5, 'NONE', null],
  );
  assert.deepEqual(taxonomies, [{ id: '4' }, { id: '3' }]);
});

test('a meeting can be embedded from the exact hosts of three services', async () => {
  const embedded = { ...online, iframeEmbedType: 'EMBED_IN_MEETING_PAGE', iframeAccessLevel: 'SIGNED_IN' };
  const hosts = ['www.youtube.com', 'www.twitch.tv', 'meet.jit.si', 'WWW.youtube.com', 'youtube.com'];
  const outcomes = await Promise.all(
    hosts.map((host) => create({ ...embedded, onlineMeetingUrl: `https://${host}/x` })),
  );
  assert.deepEqual(
    outcomes.map(({ code }) => code === undefined),
    [true, true, true, false, false],
  );
});

test('update keeps omitted and null attributes, validates them with the others, and stores texts in its locale only', async () => {
  const runner = createMutationRunner();
  const { startTime, endTime, title, description, registrationType, typeOfMeeting } = attributes;
  const required = { startTime, endTime, title, description, registrationType, typeOfMeeting };
  const nulls = { address: null, location: null, taxonomies: null, iframeEmbedType: null, availableSlots: null };
  const run = (more: object, locale: string) =>
    runner.run(mutationOf('update'), { id: 2, input: { locale, attributes: { ...required, ...more } } }, 'member');
  const { value } = await run(nulls, 'ca');
  assert.deepEqual(value.location.translations, catalanText('Town hall (ca)').translations);
  assert.deepEqual(value.locationHints.translations, catalanText('First floor (ca)').translations);
  assert.deepEqual([value.address, value.iframeEmbedType, value.iframeAccessLevel], ['Main Square 1', 'NONE', 'ALL']);
  // A stored text comes from the locale of the input, else from the default locale, else from the first.
  const spanish = createMutationRunner();
  const inSpanish = await spanish.run(
    mutationOf('update'),
    { id: 2, input: { locale: 'es', attributes: required } },
    'member',
  );
  assert.deepEqual(inSpanish.value.location.translations, [
    { locale: 'es', text: 'Town hall', machineTranslated: false },
  ]);
  // Only the Catalan text is left.
  const english = (await run({}, 'en')).value;
  assert.deepEqual(english.location.translations, [{ locale: 'en', text: 'Town hall (ca)', machineTranslated: false }]);
  assert.deepEqual((await run({ registrationType: 'ON_THIS_PLATFORM' }, 'en')).attributeErrors, [
    `registrationTerms ${blank}`,
  ]);
});

for (const [name, id, actor] of [
  ['of another user', 1, 'member'],
  ['of another user, by an administrator', 2, 'admin'],
  ['that is closed', 3, 'member'],
] as const) {
  test(`update rejects a meeting ${name}`, async () => {
    const { code, path } = await update({ title: '' }, { id, actor, locale: 'xx' });
    assert.deepEqual([code, path], ['MUTATION_NOT_AUTHORIZED_ERROR', ['component', 'meeting', 'update']]);
  });
}

test('close is for the author, after the end, once', async () => {
  const { run, store } = createMutationRunner();
  const past = { startTime: '2020-03-12T18:00:00Z', endTime: '2020-03-12T20:00:00Z' };
  const id = (await run(createMutation, input(past), 'member')).value.id;
  const close = (more: object, actor = 'member', meeting = id) => {
    const closing = { closingReport: 'It went well.', attendeesCount: 12, ...more };
    return run(mutationOf('close'), { id: meeting, input: { locale: 'en', attributes: closing } }, actor);
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
  store.update((transaction) => {
    transaction.update('components', 9, { processId: 2 });
    transaction.update('meetings', Number(id), { withdrawnAt: store.now() });
  });
  assert.equal((await close({})).code, denied);
  store.update((transaction) => transaction.update('meetings', Number(id), { withdrawnAt: null }));
  // The platform parses the time before it checks the permission.
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

test('withdraw is for the author, before the end, once; a withdrawn meeting can be updated', async () => {
  const runner = createMutationRunner();
  const withdraw = (actor: string, id = 2) =>
    runner.run(
      `mutation { component(id: 2) { ... on MeetingsMutation { meeting(id: ${id}) { withdraw(input: {}) { withdrawn } } } } }`,
      {},
      actor,
    );
  const codes = [await withdraw('admin'), await withdraw('member', 3)].map(({ code }) => code);
  assert.deepEqual(codes, ['MUTATION_NOT_AUTHORIZED_ERROR', 'MUTATION_NOT_AUTHORIZED_ERROR']);
  assert.equal((await withdraw('member')).value, true);
  assert.equal((await withdraw('member')).code, 'MUTATION_NOT_AUTHORIZED_ERROR');
  assert.equal((await update({}, {}, runner)).code, undefined);
});
