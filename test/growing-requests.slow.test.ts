import assert from 'node:assert/strict';
import test from 'node:test';
import { meetingAttributes } from './support/inputs.ts';
import type { DialectName } from '../src/dialects/dialects.ts';
import { createServer } from '../src/stand-in/create-server.ts';

/** Bytes of the longest body that the server reads, less what is around the repeated text. */
const maxLength = 1_000_000;
/** Milliseconds of CPU time for one request, on a busy machine; times that grow with the square take minutes. */
const maxCpuMs = 1500;

interface Request {
  query: string;
  variables?: object;
}

const createMeeting = `mutation ($i: CreateMeetingInput!) {
  component(id: 2) { ... on MeetingsMutation { createMeeting(input: $i) { id } } }
}`;
const meetingWith = (attributes: object): Request => ({
  query: createMeeting,
  variables: { i: { locale: 'en', attributes: { ...meetingAttributes, ...attributes } } },
});
const meetings = (selection: string): string =>
  `{ component(id: 2) { ... on Meetings { meetings { nodes { ${selection} } } } } }`;

/** Repeats a text as often as a request has room for; `#` becomes a number. */
const fill = (text: string): string =>
  text.includes('#')
    ? Array.from({ length: maxLength / (text.length + 16) }, (_, index) => text.replaceAll('#', String(index))).join('')
    : text.repeat(maxLength / Buffer.byteLength(JSON.stringify(text).slice(1, -1)));
// A request has at most 10,000 members and items.
const manyMembers = Object.fromEntries(Array.from({ length: 9_900 }, (_, index) => [`a${index}`, 1]));

const requests: [name: string, dialect: DialectName, request: Request][] = [
  ...['<!', '<?', '<b><i></b></i>', '<b>', '<a href="\ud800">', '&', 'http://'].map(
    (text): [string, DialectName, Request] => [
      `${text} in a description`,
      'decidim-0.32',
      meetingWith({ description: `${fill(text)}x` }),
    ],
  ),
  ['spaces in a title', 'decidim-0.32', meetingWith({ title: `Title${fill(' ')}x` })],
  ['line breaks in a block string', 'decidim-0.32', { query: `{ component(id: """${fill('\n')}x""") { id } }` }],
  [
    'wildcards in a name',
    'decidim-0.32',
    { query: 'query($v: String) { users(filter: { name: $v }) { id } }', variables: { v: `${fill('%t')}!` } },
  ],
  ['unknown members of an input', 'decidim-0.32', { query: createMeeting, variables: { i: manyMembers } }],
  ['unknown members of an input', 'specification', { query: createMeeting, variables: { i: manyMembers } }],
  [
    'fields of an introspection',
    'specification',
    { query: `{ __schema { types { ${fill('a#: fields { name } ')} } } }` },
  ],
  ['fields of every meeting', 'specification', { query: meetings(fill('a#: description { translations { text } } ')) }],
  [
    'literals for every meeting',
    'specification',
    { query: meetings(`title { translations(locales: [${fill('"a#" ')}]) { text } }`) },
  ],
  [
    'fragments in each other',
    'specification',
    { query: `{ ...F0 } ${fill('query Q# { ...F# } fragment F# on Query { __typename } ')}` },
  ],
];

/** A query that is used again is compiled, which must not take longer than the query is worth. */
const usedAgain: Request = { query: `{ component(id: 2) { ${fill('a#: id ').slice(0, 60_000)} } }` };

for (const [name, dialect, request, times = 1] of [
  ...requests,
  ['a long document, used again', 'specification', usedAgain, 8],
] as [string, DialectName, Request, number?][])
  test(`${dialect} answers soon: ${name}`, async () => {
    const bugs: Error[] = [];
    const server = await createServer({ dialect, memory: true }, { listens: false, onBug: (bug) => bugs.push(bug) });
    const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' };
    const send = async ({ query, variables }: Request): Promise<number> => {
      const start = process.cpuUsage();
      const body = JSON.stringify({ query, variables });
      const response = await server.fetch('/api', { method: 'POST', headers, body });
      assert.notEqual(response.status, 413);
      await response.text();
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    // Loads what the first request needs.
    await send({ query: '{ __typename }' });
    let cpuMs = 0;
    for (let count = 0; count < times; count += 1) cpuMs = Math.max(cpuMs, await send(request));
    await server.close();
    assert.deepEqual(bugs, []);
    assert.ok(cpuMs < maxCpuMs, `${Math.round(cpuMs)} ms`);
  });
