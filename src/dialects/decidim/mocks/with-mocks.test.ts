import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, graphqlSync } from 'graphql';
import { withMocks } from './with-mocks.ts';

const sdl = `
  scalar Date
  scalar DateTime
  scalar JSON
  enum Colour { RED GREEN }
  interface Named { name: String! }
  type Query { shelf(id: ID): Shelf! named: Named! }
  type Shelf implements Named {
    id: ID! name: String! stored: String books: [Book!]! owner: Book
    blank: Int hue: Colour! hint: TranslatedField! from: Date! at: DateTime! any: JSON! share: Float! open: Boolean! count(of: String): Int!
    labelUrl: String! page: PageInfo!
  }
  type Book implements Named { id: ID! name: String! shelf: Shelf! }
  type PageInfo { hasNextPage: Boolean! }
  type TranslatedField { text: String }
`;
const resolvers = { Query: { shelf: (_: unknown, { id }: { id?: string }) => ({ id, stored: null }) } };
const schema = (fill: 'mock' | 'empty') => withMocks(buildSchema(sdl), fill, resolvers);

function ask(fill: 'mock' | 'empty', query: string) {
  const { data, errors } = graphqlSync({ schema: schema(fill), source: query });
  assert.deepEqual(errors, undefined);
  return JSON.parse(JSON.stringify(data)) as Record<string, Record<string, unknown>>;
}

test('a record and its field are filled with the same value in every process, and others with other values', () => {
  const query =
    '{ a: shelf(id: 1) { name count x: count(of: "x") books { id name shelf { name } } } b: shelf(id: 2) { name count } }';
  const first = ask('mock', query);
  assert.deepEqual(ask('mock', query), first);
  assert.notEqual(first['a']!['name'], first['b']!['name']);
  assert.notEqual(first['a']!['count'], first['a']!['x']);
  const [one, two] = first['a']!['books'] as { id: string; name: string }[];
  assert.notEqual(one!.id, two!.id);
  assert.notEqual(one!.name, two!.name);
});

test('what a record or a resolver answers is never filled, null included', () => {
  for (const fill of ['mock', 'empty'] as const) {
    assert.deepEqual(ask(fill, '{ shelf(id: 7) { id stored } }'), { shelf: { id: '7', stored: null } });
  }
});

test('values have the form of their types', () => {
  const { shelf } = ask(
    'mock',
    '{ shelf(id: 1) { hue from at open labelUrl page { hasNextPage } books { __typename } } }',
  );
  assert.match(String(shelf!['hue']), /^(RED|GREEN)$/);
  assert.match(String(shelf!['from']), /^\d{4}-\d\d-\d\d$/);
  assert.match(String(shelf!['at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  assert.match(String(shelf!['labelUrl']), /^https:\/\/example\.org\/\d+$/);
  // A client that asks for the next page until there is none comes to an end.
  assert.deepEqual(shelf!['page'], { hasNextPage: false });
  assert.match(String(ask('mock', '{ named { __typename } }')['named']!['__typename']), /^(Shelf|Book)$/);
});

test('empty is null and empty lists, and where null is forbidden the smallest value', () => {
  const query =
    '{ shelf(id: 1) { name blank owner { id } books { id } hue from at any share open count page { hasNextPage } } }';
  assert.deepEqual(ask('empty', query)['shelf'], {
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
  assert.deepEqual(ask('empty', '{ named { __typename name } }'), { named: { __typename: 'Shelf', name: '' } });
});
