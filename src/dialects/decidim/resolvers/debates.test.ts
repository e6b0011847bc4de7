import assert from 'node:assert/strict';
import test from 'node:test';
import { type Actor, type AnyData, type TestServer } from '../../../../test/support/test-server.ts';
import { startTownServer } from '../../../../test/support/town-server.ts';

const texts = '{ translations { locale text } }';
const selection = `id title ${texts} description ${texts} author { name } taxonomies { id } startTime endTime closedAt
  conclusions ${texts} versionsCount`;
const createDocument = `mutation($component: ID!, $input: CreateDebateInput!) { component(id: $component) { ... on
  DebatesMutation { createDebate(input: $input) { ${selection} } } } }`;
const changeDocument = (
  field: string,
  inputType: string,
) => `mutation($id: ID!, $input: ${inputType}!) { component(id: 5) {
  ... on DebatesMutation { debate(id: $id) { ${field}(input: $input) { ${selection} } } } } }`;
const updateDocument = changeDocument('update', 'UpdateDebateInput');
const closeDocument = changeDocument('close', 'CloseDebateInput');
const attributes = { title: 'A new debate', description: 'What shall we do with it?' };
const input = (more: object = {}, locale = 'en') => ({ input: { locale, attributes: { ...attributes, ...more } } });
const textIn = (locale: string, text: string) => ({ translations: [{ locale, text }] });

/** The debate of a response, or the code of its error with the attribute errors. */
function outcomeOf({ data, errors }: AnyData): AnyData {
  if (!errors) return data.component.createDebate ?? data.component.debate.update ?? data.component.debate.close;
  const [{ extensions, message }] = errors;
  const isList = Array.isArray(message);
  return [extensions.code, ...(isList ? message.map((each: AnyData) => `${each.path.at(-1)} ${each.message}`) : [])];
}

function mutationsOn({ send }: TestServer) {
  return {
    create: async (variables: object, actor: Actor = 'member', component = 5) =>
      outcomeOf(await send(createDocument, { component, ...variables }, actor)),
    update: async (id: number, variables: object, actor: Actor = 'member') =>
      outcomeOf(await send(updateDocument, { id, ...variables }, actor)),
    close: async (id: number, conclusions: string, actor: Actor = 'member', locale = 'en') =>
      outcomeOf(await send(closeDocument, { id, input: { locale, attributes: { conclusions } } }, actor)),
  };
}

const notAuthorized = ['MUTATION_NOT_AUTHORIZED_ERROR'];
const invalid = (...errors: string[]) => ['ATTRIBUTE_VALIDATION_ERROR', ...errors];

test('createDebate', async (t) => {
  const { create } = mutationsOn(await startTownServer(t));
  assert.deepEqual(await create(input({ taxonomies: [4, 999] }, 'ca')), {
    id: '9',
    title: textIn('ca', attributes.title),
    description: textIn('ca', attributes.description),
    author: { name: 'Member robot' },
    taxonomies: [{ id: '4' }],
    startTime: null,
    endTime: null,
    closedAt: null,
    conclusions: null,
    versionsCount: 1,
  });
  assert.equal((await create(input(), 'admin')).author.name, 'Admin robot');

  const rejected: [object, string[]][] = [
    [input({ title: '', description: '' }), invalid('title cannot be blank', 'description cannot be blank')],
    [input({ title: 'WHAT A SHAME' }), invalid('title is using too many capital letters (over 25% of the text)')],
    [input({ description: 'is it' }), invalid('description must start with a capital letter')],
    [input({}, 'xx'), ['INVALID_LOCALE_ERROR']],
  ];
  for (const [variables, expected] of rejected) assert.deepEqual(await create(variables), expected);

  const creationIsOff = 16;
  const inTransparentAssembly = 19;
  for (const component of [creationIsOff, inTransparentAssembly])
    for (const actor of ['member', 'admin'] as const)
      assert.deepEqual(await create(input(), actor, component), notAuthorized);
});

test('the author updates a debate until it is closed', async (t) => {
  const { create, update, close } = mutationsOn(await startTownServer(t));
  const { id } = await create(input({ taxonomies: [4] }));
  const changed = await update(id, input({ title: 'Un debate cambiado' }, 'es'));
  assert.deepEqual(
    [changed.title, changed.taxonomies, changed.versionsCount],
    [textIn('es', 'Un debate cambiado'), [{ id: '4' }], 2],
  );
  const cleared = await update(id, input({ taxonomies: [] }));
  assert.deepEqual([cleared.taxonomies, cleared.versionsCount], [[], 3]);

  for (const actor of ['other', 'admin'] as const) {
    assert.deepEqual(await update(id, input(), actor), notAuthorized);
    assert.deepEqual(await close(id, 'Enough has been said.', actor), notAuthorized);
  }
  assert.deepEqual(await update(id, input({ title: '' })), invalid('title cannot be blank'));
  assert.deepEqual(await update(99, input()), ['NOT_FOUND_ERROR']);

  const tooShort = 'conclusions is too short (under 10 characters)';
  assert.deepEqual(await close(id, ''), invalid('conclusions cannot be blank', tooShort));
  assert.deepEqual(await close(id, 'Nine char'), invalid(tooShort));
  const closed = await close(id, 'Ten chars.', 'member', 'ca');
  assert.deepEqual(
    [closed.closedAt, closed.conclusions, closed.versionsCount],
    ['2026-11-21T12:00:00+00:00', textIn('ca', 'Ten chars.'), 4],
  );
  assert.deepEqual(await close(id, 'Ten chars.'), notAuthorized);
  assert.deepEqual(await update(id, input()), notAuthorized);
});

test('the last comment of a debate is the newest one that readers see', async (t) => {
  const { send, store } = await startTownServer(t);
  const read = async () => {
    const query =
      '{ component(id: 5) { ... on Debates { debates(first: 2) { nodes { lastCommentAt lastCommentBy { id } } } } } }';
    return (await send(query)).data.component.debates.nodes as unknown;
  };
  const ofDebate1 = { lastCommentAt: '2026-01-20T00:00:00+00:00', lastCommentBy: { id: '10' } };
  // A reply counts too.
  const ofDebate2 = { lastCommentAt: '2026-01-20T02:00:00+00:00', lastCommentBy: { id: '8' } };
  assert.deepEqual(await read(), [ofDebate1, ofDebate2]);
  store.update((transaction) => {
    for (const id of [39, 40]) transaction.update('comments', id, { deletedAt: store.now() });
    transaction.create('moderations', { ...store.find('moderations', 2)!, reportable: 'comments/38' });
  });
  assert.deepEqual(await read(), [
    { lastCommentAt: '2026-01-19T23:00:00+00:00', lastCommentBy: { id: '12' } },
    { lastCommentAt: null, lastCommentBy: null },
  ]);
});
