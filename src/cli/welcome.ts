import { type GraphQLSchema, validate } from 'graphql';
import { type Example, createExample, readTemplates } from '../control/examples.ts';
import type { Server } from '../stand-in/create-server.ts';
import type { ServerOptions } from '../stand-in/options.ts';
import { describeAddress } from '../store/database-url.ts';

type WelcomeOptions = Pick<ServerOptions, 'memory' | 'data' | 'store' | 'dialect' | 'schema' | 'site' | 'controlToken'>;
type WelcomeServer = Pick<Server, 'url' | 'networkUrls' | 'controlToken' | 'world'>;

/** When to choose which dialect: a line of the start and of the README for each. */
export const dialectChoices: readonly [dialect: string, purpose: string][] = [
  [
    'specification',
    'the four operations of the specification, with clear errors: to learn the API and to design a client',
  ],
  [
    'decidim-0.32',
    'the whole API of Decidim as towns run it: to build and test a client (decidim-0.31, -0.30 and -0.29 too)',
  ],
  ['decidim-develop', 'the next Decidim, with mutations of results, milestones, budgets and projects'],
];

/** The files of the examples of which the first that the schema has is a request to paste. */
const firstExamples = new Set(['create-meeting', 'proposals']);

/** The text that `serve` prints when it listens: the URLs, the choice of dialects, the fixed tokens, and a request to paste. */
export function formatWelcome(server: WelcomeServer, schema: GraphQLSchema, options: WelcomeOptions): string {
  const { url, networkUrls, world } = server;
  const { memory, data, store: database, dialect, schema: townSchema } = options;
  const { store } = world;
  const users = store.all('users').filter(({ token }) => token);
  const template = readTemplates().find(
    ({ file, document }) => firstExamples.has(file) && validate(schema, document).length === 0,
  );
  const example = template && createExample(template, store);
  const sender = users.find(({ id }) => id === example?.user?.id);
  const lines = [
    `Plenum answers at ${url}${dialect === 'specification' ? '' : ` as ${dialect}`}${townSchema === undefined ? '' : ` with ${townSchema}`}`,
    ...networkUrls.map((each) => `In the network: ${each}`),
    ...(dialect === 'specification' ? ['Which dialect to choose:', ...dialectChoices.map(formatChoice)] : []),
    ...pagesLines(server, options),
    memory
      ? 'Records are in memory only.'
      : `Records are kept in ${database === undefined ? data : describeAddress(database)}.`,
    '',
    ...users.map(({ token, name, admin }) => `  ${token!.padEnd(14)}${name}${admin ? ', administrator' : ''}`),
  ];
  return (example && (sender || !example.user) ? [...lines, '', curl(url, sender?.token, example)] : lines).join('\n');
}

const formatChoice = ([dialect, purpose]: (typeof dialectChoices)[number]): string =>
  `  --dialect ${dialect.padEnd(15)}  ${purpose}`;

function pagesLines({ url, controlToken }: WelcomeServer, { site, controlToken: chosen }: WelcomeOptions): string[] {
  const home = new URL(site === undefined ? '/' : '/__pages/', url);
  return [
    ...(site === undefined ? [] : [`Open ${new URL('/', url)} for the site in ${site}.`]),
    `Open ${home} in a browser to look at it.${chosen === undefined ? '' : ' The control needs the token of --control-token.'}`,
    ...(controlToken === chosen
      ? []
      : [
          `Other machines reach this address, so the control needs the token ${controlToken} (--control-token chooses one).`,
        ]),
  ];
}

function curl(url: string, token: string | null | undefined, { query, variables }: Example): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' '), variables });
  const authorization = token ? `-H 'Authorization: Bearer ${token}' ` : '';
  return `curl ${url} -H 'Content-Type: application/json' ${authorization}-d '${body}'`;
}
