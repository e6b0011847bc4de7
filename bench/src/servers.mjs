import { fileURLToPath } from 'node:url';

/**
 * A server that is measured: its name in the table, and the arguments of its Node process for a temporary folder.
 * @typedef {object} Server
 * @property {string} name
 * @property {(folder: string) => string[]} command
 * @property {boolean} [isEcho] whether the server responds with the request
 */

const serveArguments = ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0'];
const decidimArguments = ['--dialect', 'decidim-0.32'];
const script = (/** @type {string} */ name) => fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url));

/** The name of the server that the others are compared with. */
export const baseline = 'stand-in, durable';

/** @type {Server[]} */
export const servers = [
  { name: baseline, command: (folder) => [...serveArguments, '--data', folder] },
  { name: 'stand-in, in memory', command: () => [...serveArguments, '--memory'] },
  { name: 'decidim-0.32, durable', command: (folder) => [...serveArguments, ...decidimArguments, '--data', folder] },
  { name: 'decidim-0.32, in memory', command: () => [...serveArguments, ...decidimArguments, '--memory'] },
  { name: 'Koa, echo', command: () => [script('echo')], isEcho: true },
  { name: 'Apollo Server, in memory', command: () => [script('apollo')] },
];
