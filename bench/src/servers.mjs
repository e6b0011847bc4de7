import { fileURLToPath } from 'node:url';

/**
 * A server that is timed: its name in the table, and what node runs, given a temporary folder.
 * @typedef {object} Server
 * @property {string} name
 * @property {(folder: string) => string[]} command
 * @property {boolean} [echoes] answers a request with the request
 */

const standIn = ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0'];
const decidim = ['--dialect', 'decidim-0.32'];
const script = (/** @type {string} */ name) => fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url));

/** The server that the others are compared with. */
export const baseline = 'stand-in, durable';

/** @type {Server[]} */
export const servers = [
  { name: baseline, command: (folder) => [...standIn, '--data', folder] },
  { name: 'stand-in, in memory', command: () => [...standIn, '--memory'] },
  { name: 'decidim-0.32, durable', command: (folder) => [...standIn, ...decidim, '--data', folder] },
  { name: 'decidim-0.32, in memory', command: () => [...standIn, ...decidim, '--memory'] },
  { name: 'Koa, echo', command: () => [script('echo')], echoes: true },
  { name: 'Apollo Server, in memory', command: () => [script('apollo')] },
];
