import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { RecordedActor } from '../../src/client/recording.ts';
import { type OperationChoices, type RandomOperation, generateOperation } from './random-operations.ts';
import { townWorld } from './town-server.ts';

/** A request that nobody has written, and who sends it. */
export interface UnseenRequest extends RandomOperation {
  actor: RecordedActor;
}

type Path = NonNullable<OperationChoices['path']>;
type Choose = (coordinate: string, type: GraphQLNamedInputType) => unknown;

const readKind = (kind: string) =>
  JSON.parse(readFileSync(join(townWorld, `${kind}.json`), 'utf8')) as Record<string, unknown>[];
const [components, proposals, meetings, debates] = ['components', 'proposals', 'meetings', 'debates'].map(readKind);
const slugs = ['processes', 'assemblies'].flatMap(readKind).map(({ slug }) => slug);
const nicknames = readKind('users').map(({ nickname }) => nickname);

/** Values that servers read differently if they read them by other rules; the first ones of a list are the usual ones. */
const odd = {
  text: [
    'Trees along the river',
    'A second bench for every square',
    '<p>One</p><p>Two</p>',
    'Hello @ada and others',
    'See http://localhost/en/processes/green-streets/f/1/proposals/1 and more',
    'About http://localhost/processes/green-streets/f/2/meetings/1?locale=ca#top',
    '<a href="https://example.org/?a=1&b=2">A link</a> and <script>alert(1)</script> more',
    '**Bold** and [a link](https://example.org/x_y_z) and `code`',
    'Line one\nline two\n\n- item\n- item',
    '',
    '   ',
    'Ñandú, çedilla and 🚲🌳 emoji',
    'THIS IS WRITTEN IN CAPITALS ONLY',
    'lower case at the start',
    'What?! Really???',
    '&lt;b&gt; &amp; "quotes" \'single\'',
    '#hashtag and ~tilde~ and *stars*',
    'A long text. '.repeat(40),
    'Short',
    '<img src="https://example.org/a.png" onerror="x()"><h2>Title</h2>text',
    '1. One\n2. Two',
    '@nobody @ada@bruno mail@example.org',
    'Tab\tand\u00a0space \u200b zero',
    '<ul><li>One</li><li>Two</li></ul>',
  ],
  startTime: ['2027-03-01T10:00:00Z', '2027-02-01T08:00:00+01:00'],
  endTime: ['2027-05-01T18:30:00+02:00', '2027-06-01T10:00:00.5Z'],
  time: [
    '2027-03-01T10:00:00Z',
    '2027-05-01T18:30:00+02:00',
    '2026-01-10T10:00:00Z',
    '2027-03-01',
    '2027-02-30T10:00:00Z',
    '2027-03-01 10:00',
    '20270301T100000Z',
    'tomorrow',
    '',
    '2027-W10-1T10:00:00Z',
    '01/03/2027',
    '1 March 2027 10:00',
    '2027-03-01T24:00:00Z',
    '2027-03-01T10:00:00.123456Z',
    '2027-3-1T1:2:3Z',
  ],
  day: [
    '2026-01-12',
    '2026-02-01',
    '2027-01-01T10:00:00Z',
    '20260112',
    '2026-01',
    '2026-13-01',
    '',
    'yesterday',
    '2026-W03-1',
    '2026-012',
    '26-01-12',
    '-2026-01-12',
  ],
  direction: ['asc', 'desc', 'ASC', 'DESC', 'Asc', '', 'down'],
  search: ['a', 'e', 'The', '_', '%', 'a%', 'ó', '\\_', 'A', '', ' ', "'", 'ada'],
  cursor: ['MQ', 'MTA', 'Mw', 'MQ==', '', 'x', 'LTE'],
  orderBy: ['recent', 'older', 'best_rated', 'most_discussed', '', 'Recent', 'nope'],
  locale: ['en', 'en', 'ca', 'es', 'fr', 'xx', '', 'EN'],
  componentType: ['Proposals', 'Meetings', 'Blogs', 'proposals', 'Nope', ''],
  state: ['accepted', 'rejected', 'evaluating', 'not_answered', 'under_way', 'Accepted', '', 'withdrawn'],
  url: [
    'https://example.org/meet',
    'http://localhost',
    'ftp://example.org',
    'example.org',
    'javascript:alert(1)',
    '',
    'https://ex ample.org',
  ],
  whole: [1, 3, 20, 0, -1, 2_147_483_647],
  latitude: [41.38, 2.17, 0, -91, 90, 180.5],
  number: [12_500.5, 0, -1, 1e10, 0.001],
};

const commentables: Record<string, number> = {
  'Decidim::Proposals::Proposal': 31,
  'Decidim::Meetings::Meeting': 12,
  'Decidim::Debates::Debate': 8,
  'Decidim::Blogs::Post': 8,
  'Decidim::Accountability::Result': 9,
  'Decidim::Budgets::Project': 7,
  'Decidim::Comments::Comment': 61,
  'Decidim::Sortitions::Sortition': 2,
  'Decidim::User': 4,
  Nope: 2,
};

/** Creates the function that chooses values by the coordinate and the type of their argument or input field. */
function createChoose(generate: fc.GeneratorValue): Choose {
  const natural = (max: number) => generate(fc.nat, { max });
  const oneOf = <T>(values: readonly T[]): T => values[natural(values.length - 1)]!;
  /** One of the usual values in five of six cases. */
  const mostly = <T>(values: readonly T[], usual = 2): T => oneOf(natural(5) < 5 ? values.slice(0, usual) : values);
  const text = () => (natural(5) === 5 ? `${oneOf(odd.text)} ${oneOf(odd.text)}` : mostly(odd.text));
  const translations = () =>
    Object.fromEntries(
      ['en', ...['ca', 'es', 'fr', 'xx', 'EN', 'machine_translations'].filter(() => natural(5) === 5)].map((locale) => [
        locale,
        locale === 'machine_translations' ? { es: text() } : text(),
      ]),
    );
  const id = () => (natural(9) === 9 ? oneOf(['0', '-1', 'x', '', '999', '1x']) : String(1 + natural(24)));
  let commentable: string;
  return (coordinate, type) => {
    const [parent = '', field = '', name = field] = coordinate.split(/[.(:)]+/).filter(Boolean);
    if (type.name === 'JSON')
      return natural(7) === 7 ? oneOf([text(), 1, [], {}, { en: 1 }, { en: '' }]) : translations();
    if (name === 'startTime' || name === 'endTime') return mostly([...odd[name], ...odd.time]);
    if (type.name === 'DateTime') return mostly(odd.time, 3);
    if (name === 'locale' || name === 'locales') return mostly(odd.locale, 3);
    if (parent.endsWith('Sort')) return mostly(odd.direction);
    if (/(Since|Before)$/.test(name)) return mostly(odd.day);
    if (field === 'commentable' && name === 'type') return (commentable = oneOf(Object.keys(commentables)));
    if (field === 'commentable' && name === 'id') return String(1 + natural((commentables[commentable] ?? 31) - 1));
    if (name === 'slug') return oneOf([...slugs, 'nope', '']);
    if (field === 'user' && name === 'nickname') return oneOf([...nicknames, 'nope', '']);
    if (['name', 'nickname', 'wildcard'].includes(name)) return oneOf(odd.search);
    if (name === 'type') return oneOf(odd.componentType);
    if (name === 'after' || name === 'before') return mostly(odd.cursor);
    if (name === 'first' || name === 'last') return oneOf([1, 2, 5, 0, -1, 50, 51, 100]);
    if (name === 'orderBy') return mostly(odd.orderBy);
    if (name === 'state') return mostly(odd.state, 4);
    if (name === 'alignment') return oneOf([0, 1, -1, 2]);
    if (name.endsWith('Url')) return mostly(odd.url);
    if (name === 'clientMutationId' || name === 'address') return oneOf(['abc', 'Main Square 1', ...odd.text]);
    if (type.name === 'ID' || name.endsWith('Id')) return id();
    if (type.name === 'Int') return mostly(odd.whole);
    if (name.endsWith('itude')) return mostly(odd.latitude);
    if (type.name === 'Float') return mostly(odd.number);
    return type.name === 'String' ? text() : undefined;
  };
}

/** Every path of fields from the mutation type to a field that writes. */
export function mutationPaths(schema: GraphQLSchema): Path[] {
  const typesOf = (type: GraphQLCompositeType) => (isObjectType(type) ? [type] : schema.getPossibleTypes(type));
  const from = (type: GraphQLCompositeType): Path[] =>
    typesOf(type).flatMap((each) => {
      const read = new Set(each.getInterfaces().flatMap((one) => Object.keys(one.getFields())));
      return Object.values(each.getFields())
        .filter(({ name }) => !read.has(name))
        .flatMap((field: GraphQLField<unknown, unknown>): Path[] => {
          const result = getNamedType(field.type);
          if (!isObjectType(result) && !isUnionType(result) && !isInterfaceType(result)) return [];
          const step = { type: each, field };
          return result.name.endsWith('Mutation') ? from(result).map((path) => [step, ...path]) : [[step]];
        });
    });
  return from(schema.getMutationType()!);
}

/** Who sends requests; who may do much sends more. */
const actors: RecordedActor[] = [
  'anonymous',
  'other',
  'garbage',
  'member',
  'member',
  'member',
  'member',
  'admin',
  'admin',
  'admin',
];

/** Requests of a schema to the town, the same for the same seed: reads with all kinds of arguments, or writes with odd values. */
export function generateUnseenRequests(
  schema: GraphQLSchema,
  { writes, seed, count }: { writes: boolean; seed: number; count: number },
): UnseenRequest[] {
  const paths = writes ? mutationPaths(schema) : [];
  const requests = fc.gen().map((generate): UnseenRequest => {
    const oneOf = <T>(values: readonly T[]): T => values[generate(fc.nat, { max: values.length - 1 })]!;
    const value = createChoose(generate);
    let actor = oneOf(actors);
    // Releases limit the number of aliases.
    const choices = { maxAliases: oneOf([2, 2, 3, 3, 3, 8]) };
    if (!writes) {
      const component = oneOf(components!);
      const kind = String(component['kind']);
      const into = schema.getType(kind[0]!.toUpperCase() + kind.slice(1));
      // Few of the fields of a query lead to what is in components.
      if (oneOf([true, false]) || !isObjectType(into))
        return { actor, ...generateOperation(schema, generate, { ...choices, value }) };
      const path = [{ type: schema.getQueryType()!, field: schema.getQueryType()!.getFields()['component']! }];
      const ofComponent: Choose = (coordinate, type) =>
        coordinate === 'Query.component(id:)' ? String(component['id']) : value(coordinate, type);
      return { actor, ...generateOperation(schema, generate, { ...choices, value: ofComponent, path, into }) };
    }
    const path = oneOf(paths);
    const kinds = { ProposalsMutation: proposals!, MeetingsMutation: meetings!, DebatesMutation: debates! };
    const type = path.map((step) => step.type.name).find((name) => name in kinds) as keyof typeof kinds | undefined;
    // Nearly always a record of the component; robots may change what is theirs.
    const record =
      type &&
      oneOf([
        ...kinds[type],
        ...kinds[type].filter(isOfRobot).flatMap((each) => Array.from({ length: 5 }, () => each)),
      ]);
    // Most may not write most of it.
    const writer = path.at(-1)!.field.name === 'answer' ? 'admin' : robots[authorsOf(record)[0]!];
    if (writer && oneOf([0, 1, 2]) > 0) actor = writer;
    const known: Record<string, unknown> = {
      'Mutation.component(id:)': String(record?.['componentId'] ?? oneOf(components!)['id']),
      ...(type && { [`${type}.${type.replace('sMutation', '').toLowerCase()}(id:)`]: String(record!['id']) }),
      'Mutation.comment(id:)': String(1 + generate(fc.nat, { max: 61 })),
    };
    const choose: Choose = (coordinate, named) =>
      coordinate in known && oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) > 0 ? known[coordinate] : value(coordinate, named);
    return { actor, ...generateOperation(schema, generate, { ...choices, value: choose, path }) };
  });
  return fc.sample(requests, { seed, numRuns: count });
}

/** The actors by the ids of their users. */
const robots: Record<number, RecordedActor> = { 1: 'admin', 2: 'member', 3: 'other' };

const authorsOf = (record: Record<string, unknown> = {}): number[] =>
  [record['authorIds'], record['authorId']].flat().filter((id) => typeof id === 'number');

const isOfRobot = (record: Record<string, unknown>): boolean => authorsOf(record).some((id) => id in robots);
