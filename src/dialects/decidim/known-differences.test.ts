import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type RecordedExchange } from '../../client/recording.ts';
import { loadWorldTables } from '../../records/world.ts';
import { readJson } from '../../read-json.ts';
import { exitCodes } from '../../errors.ts';
import { type AnyData, startServer } from '../../../test/support/test-server.ts';
import { townWorld } from '../../../test/support/town-server.ts';

/** A response of the platform or of the stand-in. */
interface Response {
  status: number;
  json: AnyData;
}

/** A difference that the page names, in a recorded response of the platform. */
interface Difference {
  /** The line of the page. */
  line: string;
  /** The exchange, as `folder/group/name`. */
  recording: string;
  /** An exchange of the same file that comes before it on the same server. */
  after?: string;
  /** The part of the response that differs. */
  part(response: Response): unknown;
  platform: unknown;
  standIn: unknown;
}

const unseen = 'decidim-0.32.2-town-unseen';
const known = 'decidim-0.32.2-town-known-differences';
const restricted = {
  line: 'A restricted space is refused or left out wherever a field leads to it. Decidim shows it as the parent or a child of an assembly, and as a linked space.',
  part: ({ json }: Response): unknown => json.data,
};
const years = {
  line: 'Years before 0 and beyond 9999 are status 500; Decidim stores them.',
  part: ({ status }: Response) => status,
  platform: 200,
  standIn: 500,
};
const refusal = ({ json }: Response): unknown => json.errors[0].message;

const differences: Difference[] = [
  { ...years, recording: `${unseen}/times/1` },
  { ...years, recording: `${unseen}/times/2` },
  {
    line: 'Refusals are in Catalan and Spanish, and in English in the other locales.',
    recording: `${known}/languages/french-refusal`,
    part: refusal,
    platform: 'ProposalMutation introuvable',
    standIn: 'ProposalMutation not found',
  },
  {
    line: 'The locale of a request ends with it. In Decidim it stays for later requests of the same thread.',
    recording: `${known}/languages/next-request`,
    after: 'languages/catalan',
    part: refusal,
    platform: 'Proposal no trobat',
    standIn: 'Proposal not found',
  },
  {
    ...restricted,
    recording: `${known}/restricted/parent`,
    platform: { assembly: { id: '5', parent: { id: '4' } } },
    standIn: { assembly: { id: '5', parent: null } },
  },
  {
    ...restricted,
    recording: `${known}/restricted/children`,
    platform: { assembly: { children: [{ id: '2' }, { id: '6' }] } },
    standIn: { assembly: { children: [{ id: '2' }] } },
  },
  {
    ...restricted,
    recording: `${known}/restricted/links`,
    platform: {
      assembly: {
        linkedParticipatorySpaces: [
          { id: '1', participatorySpace: { id: '1' } },
          { id: '2', participatorySpace: { id: '3' } },
          { id: '3', participatorySpace: { id: '2' } },
        ],
      },
    },
    standIn: { assembly: null },
  },
  {
    line: 'Global ids name the application `plenum`.',
    recording: 'decidim-0.32.2-town-generated/addresses/10',
    part: ({ json }) => json.data.commentable.addComment.body,
    platform: 'See gid://oracle/Decidim::Proposals::Proposal/10 please',
    standIn: 'See gid://plenum/Decidim::Proposals::Proposal/10 please',
  },
];

function readExchanges(recording: string): RecordedExchange[] {
  const [folder = '', group] = recording.split('/');
  return readJson(`fixtures/recordings/${folder}/${group}.json`, exitCodes.usage) as RecordedExchange[];
}

/** The responses of the stand-in with the world of a recording. */
async function startStandIn(recording: string) {
  const dialect = 'decidim-0.32';
  const changes = `fixtures/recordings/${recording.split('/')[0]}/world`;
  const loadTables = () => loadWorldTables(townWorld, Date.parse('2026-11-28T12:00:00Z'), { dialect, changes });
  const server = await startServer({ dialect, world: townWorld, loadTables });
  const send = async ({ actor, request }: RecordedExchange): Promise<Response> => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(actor !== 'anonymous' && { authorization: `Bearer ${actor}-token` }),
      },
      body: JSON.stringify(request.json),
    });
    return { status: response.status, json: await response.json() };
  };
  return { server, send };
}

for (const { line, recording, after, part, platform, standIn } of differences)
  test(`differs in just the way that the page names: ${recording}`, async (t) => {
    const exchanges = readExchanges(recording);
    const named = (name: string) => exchanges.find((each) => each.name === name)!;
    const exchange = named(recording.slice(recording.indexOf('/') + 1));
    const { server, send } = await startStandIn(recording);
    t.after(() => server.close());
    if (after !== undefined) await send(named(after));
    assert.deepEqual(part(exchange.response as Response), platform, 'the recording');
    assert.deepEqual(part(await send(exchange)), standIn, `no longer true: ${line}`);
  });

/** The page, with each run of white space as one space. */
const readPage = (): string => readFileSync('docs/reference/dialects.md', 'utf8').replaceAll(/\s+/g, ' ');

/** How many recorded responses of folders are equal: all of them, or `3 of 4`, without those that have a waiver. */
function countEqual(...folders: string[]): string {
  let [total, waived] = [0, 0];
  for (const name of folders) {
    const folder = join('fixtures/recordings', name);
    const groups = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'replay.json');
    for (const group of groups) total += readExchanges(`${name}/${group.replace(/\.json$/, '')}`).length;
    waived += (readJson(join(folder, 'replay.json'), exitCodes.usage) as { waivers?: object[] }).waivers?.length ?? 0;
  }
  return waived === 0 ? String(total) : `${total - waived} of ${total}`;
}

test('the page says how many recorded responses are equal', () => {
  const page = readPage();
  for (const sentence of [
    `${countEqual('decidim-0.30.9')} responses of 0.30.9`,
    `${countEqual('decidim-0.31.8')} responses of 0.31.8, and ${countEqual('decidim-0.31.8-town', 'decidim-0.31.8-town-generated')} in the town`,
    `all ${countEqual('decidim-0.32.2')} of 0.32.2, ${countEqual('decidim-0.32.2-town')} in the town, and ${countEqual('decidim-0.32.2-town-unseen', 'decidim-0.32.2-town-generated')} with odd values`,
    `${countEqual('decidim-develop-results', 'decidim-develop-second-component')} with the mutations of results, and ${countEqual('decidim-develop-budgets', 'decidim-develop-budgets-town')} with those of budgets`,
  ])
    assert.ok(page.includes(sentence), sentence);
});

test('the page names these differences, and no other ones', () => {
  const section = /## Where the stand-in knowingly differs from Decidim - (.*?) ## /.exec(readPage())![1]!;
  const lines = section.split(' - ');
  assert.deepEqual(lines.toSorted(), [...new Set(differences.map(({ line }) => line))].toSorted());
});
