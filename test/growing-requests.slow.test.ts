import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import * as fc from 'fast-check';
import { measureGrowth } from './torture/growth.ts';
import { type Family, describeFamily, families, maxCount } from './torture/request-families.ts';
import { type MeasuringServer, createMeasuringServer } from './torture/request-server.ts';

// CPU time does not grow with the number of processes, but on a busy machine everything is slower. `test/torture` has the limit
// of a quiet machine.
const limits = { cpuMs: 2000, responseCharacters: 10_500_000 };

/** Requests that once kept the server busy for seconds, or got a masked error. */
const knownFamilies: Partial<Family>[] = [
  { dialect: 'decidim-0.32', place: 'the description of a meeting', elements: [['<!']] },
  { dialect: 'decidim-0.32', place: 'the description of a meeting', elements: [['<?']], last: 'x' },
  { dialect: 'decidim-0.32', place: 'the description of a meeting', elements: [['<b><i></b></i>']] },
  { dialect: 'decidim-0.32', place: 'the description of a meeting', elements: [['<b>', '</b>']], isNested: true },
  { dialect: 'decidim-0.32', place: 'the description of a meeting', elements: [['<a href="\ud800">']] },
  { dialect: 'decidim-0.32', place: 'the end of a title', elements: [[' ']], last: 'x' },
  { dialect: 'decidim-0.32', place: 'the name of a user', elements: [['%t']], last: '!' },
  { dialect: 'decidim-0.32', place: 'a wildcard of users', elements: [['x']] },
  { dialect: 'decidim-0.32', place: 'members of an input', elements: [['"a#":1,']] },
  { dialect: 'decidim-0.32', place: 'an answer', elements: [['{"\\u0000float":"a"},']] },
  { dialect: 'decidim-0.32', place: 'the variables as JSON text', elements: [['[', '],']], isNested: true },
  { dialect: 'specification', place: 'members of an input', elements: [['"a#":1,']] },
  { dialect: 'specification', place: 'members of an input, anonymous', elements: [['"a#":1,']] },
  { dialect: 'specification', place: 'selections of introspection', elements: [['a#: fields { name } ']] },
  {
    dialect: 'specification',
    place: 'selections of meetings',
    elements: [['a#: description { translations { text } } ']],
  },
  { dialect: 'specification', place: 'a list for every record', elements: [['"#",']] },
  { dialect: 'specification', place: 'a list of literals for every record', elements: [['"a#" ']] },
  { dialect: 'specification', place: 'cursors of very many lists', elements: [['a']] },
  {
    dialect: 'specification',
    place: 'definitions after an operation',
    elements: [['query Q# { ...F# } '], ['fragment F# on Query { ...F#+ } ']],
  },
];

let server: MeasuringServer;
before(async () => {
  server = await createMeasuringServer();
});
after(() => server.reset());

for (const known of knownFamilies) {
  const family: Family = {
    dialect: 'specification',
    place: '',
    elements: [],
    isNested: false,
    last: '',
    isNumbered: true,
    ...known,
  };
  test(`is answered soon: ${describeFamily(family)}`, async () => {
    await server.reset();
    await measureGrowth(server, family, maxCount(family), limits);
  });
}

test('a longer request takes longer in proportion, at most', async () => {
  await server.reset();
  const property = fc.asyncProperty(families, async (family) => {
    await measureGrowth(server, family, Math.ceil(maxCount(family) / 4), limits);
  });
  await fc.assert(property, { numRuns: 30 });
});

test('the check finds times that grow with the square of the request', async () => {
  const slow: MeasuringServer = {
    ...server,
    send: async (_, { body }) => ({ status: 200, text: '', cpuMs: (body.length / 5000) ** 2 }),
  };
  const family: Family = {
    dialect: 'specification',
    place: 'a slug',
    elements: [['a']],
    isNested: false,
    last: '',
    isNumbered: false,
  };
  await assert.rejects(measureGrowth(slow, family, 100_000, limits), /ms for a fourth of them/);
});
