import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildSchema, isObjectType, parse, print } from 'graphql';
import { loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { validateFormOf } from './validate-form.ts';

const normalize = (query: string): string => print(parse(query));

const decidim = (await loadServerDialect('decidim-0.32')).createSchema('empty');

function formOf(query: string, schema = decidim, operationName?: string): string {
  const form = validateFormOf({ query, operationName }, schema);
  return 'query' in form ? normalize(form.query) : `not sent: ${form.reason}`;
}

describe('the form in which a document is sent', () => {
  test('of a query is the query, without comments and in one notation of strings', () => {
    const rows = [
      ['{ __typename }', '{ __typename }'],
      ['query { mutation: __typename } # mutation', '{ mutation: __typename }'],
      ['{ unknown }', '{ unknown }'],
      ['{ a(b: """c\n"d\\e""") }', '{ a(b: "c\\n\\"d\\\\e") }'],
    ] as const;
    for (const [query, form] of rows) {
      assert.equal(formOf(query), normalize(form));
      assert.doesNotMatch(formOf(query), /"""|#/);
    }
  });

  test('of a document with several operations is the one that is executed', () => {
    const query =
      'query q { a ...f } mutation m { comment(id: 1) { ...g upVote { id } } } fragment f on T { a } fragment g on CommentMutation { __typename }';
    assert.equal(formOf(query, decidim, 'q'), normalize('query q { a ...f } fragment f on T { a }'));
    assert.equal(
      formOf(query, decidim, 'm'),
      normalize(
        'mutation m { comment(id: 1) { ...g upVote @skip(if: true) { id } } } fragment g on CommentMutation { __typename }',
      ),
    );
    for (const name of [undefined, '', 'x'])
      assert.match(formOf(query, decidim, name), /does not select one operation/);
  });

  const skipped: [title: string, query: string, form: string][] = [
    [
      'a mutation with an input',
      'mutation($i: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation { id createMeeting(input: $i) { id } } } }',
      'mutation($i: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation { id @skip(if: true) createMeeting(input: $i) @skip(if: true) { id } } } }',
    ],
    [
      'mutations without an input',
      'mutation { commentable(id: "1", type: "x") { addComment(body: "x") { id } } comment(id: 1) { upVote { id } } }',
      'mutation { commentable(id: "1", type: "x") { addComment(body: "x") @skip(if: true) { id } } comment(id: 1) { upVote @skip(if: true) { id } } }',
    ],
    [
      'a mutation in a named fragment',
      'mutation { component(id: 2) { ...m } } fragment m on MeetingsMutation { meeting(id: 1) { ...n } } fragment n on MeetingMutation { withdraw(input: {}) { id } }',
      'mutation { component(id: 2) { ...m } } fragment m on MeetingsMutation { meeting(id: 1) { ...n } } fragment n on MeetingMutation { withdraw(input: {}) @skip(if: true) { id } }',
    ],
    [
      'a mutation that has the directive',
      'mutation($s: Boolean!) { comment(id: 1) { upVote @skip(if: $s) { id } } }',
      'mutation($s: Boolean!) { comment(id: 1) { ... @skip(if: true) { upVote @skip(if: $s) { id } } } }',
    ],
  ];
  for (const [title, query, form] of skipped)
    test(`skips ${title}`, () => assert.equal(formOf(query), normalize(form)));

  test('skips every field of the root that is not known to lead to a record', () => {
    const schema = buildSchema(
      'type Query { a: Int } type Payload { a: Int } type AMutation { b: Payload } type Mutation { a: AMutation deploy: Payload vote(id: ID): Int }',
    );
    assert.equal(
      formOf('mutation { a { b { a } } deploy { a } vote(id: 1) }', schema),
      normalize('mutation { a { b @skip(if: true) { a } } deploy @skip(if: true) { a } vote(id: 1) @skip(if: true) }'),
    );
  });

  const refused: [query: string, reason: RegExp][] = [
    ['mutation { deploy { id } }', /unknown field: Mutation\.deploy/],
    ['mutation { component(id: 2) { ... on MeetingsMutation { destroyAll } } }', /MeetingsMutation\.destroyAll/],
    ['mutation { component(id: 2) { ... on SortitionsMutation { destroyAll } } }', /unknown field: destroyAll/],
    ['mutation { component(id: 2) { ...m } } fragment m on Nothing { destroyAll }', /unknown field/],
    ['mutation { component(id: 2) {', /syntax error/],
    [`mutation ${'{ a '.repeat(50_000)}`, /syntax error|too deep/],
    ['subscription { meetings { id } }', /subscription/],
    ['{ unknown', /syntax error/],
  ];
  test('of a mutation that cannot be put into it is none', () => {
    for (const [query, reason] of refused) assert.match(formOf(query), reason);
  });

  test('leaves no mutation of any dialect', async () => {
    for (const name of Object.keys(suiteDialects)) {
      const schema = (await loadServerDialect(name)).createSchema('empty');
      const types = Object.values(schema.getTypeMap()).filter(isObjectType);
      for (const type of types.filter((each) => each.name.endsWith('Mutation')))
        for (const { name: field, args } of Object.values(type.getFields()))
          if (args.some((arg) => arg.name === 'input'))
            assert.match(
              formOf(`mutation { ...f } fragment f on ${type.name} { ${field}(input: {}) { id } }`, schema),
              /@skip/,
              `${name} ${type.name}.${field}`,
            );
    }
  });
});
