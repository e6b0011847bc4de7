import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, graphqlSync } from 'graphql';
import { addResolvers } from '../../graphql/schema.ts';
import type { MockMode } from '../../server/dialect.ts';
import { withMocks } from './mocks.ts';

const sdl = `
  scalar Date
  scalar DateTime
  scalar JSON
  enum Colour { RED GREEN }
  interface Named { name: String! }
  type Query { shelf(id: ID): Shelf! named: Named! book(id: ID, slug: String): Book things(filter: ThingFilter): [Named!]! library: Library! }
  input ThingFilter { type: String }
  type Library { books: [Book!]! }
  type ShelfMutation implements Named { name: String! }
  type Shelf implements Named {
    id: ID! name: String! stored: String books: [Book!]! owner: Book
    blank: Int hue: Colour! hint: TranslatedField! from: Date! at: DateTime! any: JSON! share: Float! open: Boolean! count(of: String): Int!
    labelUrl: String! page: PageInfo!
  }
  type Book implements Named { id: ID! slug: String! name: String! shelf: Shelf! }
  type PageInfo { hasNextPage: Boolean! }
  type TranslatedField { en: String ca: String }
`;
const resolvers = { Query: { shelf: (_: unknown, { id }: { id?: string }) => ({ id, stored: null }) } };
const createSchema = (mockMode: MockMode) => withMocks(addResolvers(buildSchema(sdl), resolvers), mockMode);

function run(mockMode: MockMode, query: string) {
  const contextValue = { store: { organization: { locales: ['en', 'ca'] } } };
  const { data, errors } = graphqlSync({ schema: createSchema(mockMode), source: query, contextValue });
  assert.deepEqual(errors, undefined);
  return JSON.parse(JSON.stringify(data)) as Record<string, Record<string, unknown>>;
}

test('the mock value of a field depends only on the record, the field and the arguments', () => {
  const query =
    '{ a: shelf(id: 1) { name count x: count(of: "x") books { id name shelf { name } } } b: shelf(id: 2) { name count } }';
  const result = run('mock', query);
  assert.deepEqual(run('mock', query), result);
  assert.notEqual(result['a']!['name'], result['b']!['name']);
  assert.notEqual(result['a']!['count'], result['a']!['x']);
  const [firstBook, secondBook] = result['a']!['books'] as { id: string; name: string }[];
  assert.notEqual(firstBook!.id, secondBook!.id);
  assert.notEqual(firstBook!.name, secondBook!.name);
});

test('a record of a mocked list is found by its id and by its slug', () => {
  const selection = '{ id slug name shelf { id } }';
  const { library } = run('mock', `{ library { books ${selection} } }`);
  const [book] = library!['books'] as { id: string; slug: string }[];
  const found = run('mock', `{ a: book(id: "${book!.id}") ${selection} b: book(slug: "${book!.slug}") ${selection} }`);
  assert.deepEqual([found['a'], found['b']], [book, book]);
  const named = run('mock', `{ a: book(slug: "ulysses") ${selection} b: book(id: "ulysses") ${selection} }`);
  assert.equal(named['a']!['slug'], 'ulysses');
  assert.deepEqual(named['a'], named['b']);
});

test('what a read finds has no type of a mutation, and the type that a filter names', () => {
  const names = Array.from({ length: 12 }, (_, id) => `f${id}: things(filter: { type: "x${id}" }) { __typename }`);
  const typeNames = new Set(JSON.stringify(run('mock', `{ ${names.join(' ')} }`)).match(/[A-Z]\w+/g));
  assert.deepEqual([...typeNames].toSorted(), ['Book', 'Shelf']);
  const books = run('mock', '{ things(filter: { type: "Book" }) { __typename } }')['things'] as unknown as object[];
  assert.ok(books.length > 0 && books.every((each) => JSON.stringify(each) === '{"__typename":"Book"}'));
});

test('values of records and resolvers are not mocked, null included', () => {
  for (const mockMode of ['mock', 'empty'] as const) {
    assert.deepEqual(run(mockMode, '{ shelf(id: 7) { id stored } }'), { shelf: { id: '7', stored: null } });
  }
});

test('mock values are valid for their types', () => {
  const { shelf } = run(
    'mock',
    '{ shelf(id: 1) { hue hint { en ca } from at open labelUrl page { hasNextPage } books { __typename } } }',
  );
  assert.match(String(shelf!['hue']), /^(RED|GREEN)$/);
  assert.match(String(shelf!['from']), /^\d{4}-\d\d-\d\d$/);
  assert.match(String(shelf!['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  assert.match(String(shelf!['labelUrl']), /^https:\/\/example\.org\/\d+$/);
  const { en, ca } = shelf!['hint'] as Record<string, string>;
  assert.ok(en !== undefined && en === ca, 'the text is the same in all locales of the organization');
  // Otherwise a client that reads all pages would never finish.
  assert.deepEqual(shelf!['page'], { hasNextPage: false });
  assert.match(String(run('mock', '{ named { __typename } }')['named']!['__typename']), /^(Shelf|Book)$/);
});

test('the mode empty has null, empty lists, and the smallest values of non-null fields', () => {
  const query =
    '{ shelf(id: 1) { name blank owner { id } books { id } hue from at any share open count page { hasNextPage } } }';
  assert.deepEqual(run('empty', query)['shelf'], {
    name: '',
    blank: null,
    owner: null,
    books: [],
    hue: 'RED',
    from: '1970-01-01',
    at: '1970-01-01T00:00:00+00:00',
    any: {},
    share: 0,
    open: false,
    count: 0,
    page: { hasNextPage: false },
  });
  assert.deepEqual(run('empty', '{ named { __typename name } }'), { named: { __typename: 'Shelf', name: '' } });
});
