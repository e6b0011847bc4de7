import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A server that is measured.
 * @typedef {object} Server
 * @property {string} key its name on the command line
 * @property {string} name its name in the results
 * @property {string} checkout the folder of the project whose demo world it serves
 * @property {(folders: { world: string, data: string }) => string[]} command the arguments of its Node.js process
 * @property {boolean} [isDecidim] whether it has the schema of Decidim
 * @property {boolean} [isEcho] whether the server responds with the request
 */

/** The folder of this checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The arguments of a Node.js process that serves the compiled stand-in of a checkout; an Error if it is not compiled.
 * @param {string} checkout
 * @param {string[]} options
 */
export function serveCommand(checkout, options) {
  const { bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const main = join(checkout, /** @type {string} */ (Object.values(bin)[0]));
  if (!existsSync(main)) throw new Error(`${main} does not exist: run "npm run build" in ${checkout}`);
  return [main, 'serve', '--port', '0', ...options];
}

const inMemory = ['--memory'];
const decidim = ['--dialect', 'decidim-0.32'];

/**
 * A stand-in; it persists its records unless the options say otherwise.
 * @param {string} key
 * @param {string} name
 * @param {string[]} options
 * @returns {Server}
 */
const standIn = (key, name, options, checkout = root) => ({
  key,
  name,
  checkout,
  isDecidim: options.includes('--dialect'),
  command: ({ world, data }) => {
    const storage = options.includes('--memory') ? [] : ['--data', data];
    return serveCommand(checkout, [...options, '--world', world, ...storage]);
  },
});

/**
 * A server for comparison, in this folder.
 * @param {string} key
 * @param {string} name
 * @returns {Server}
 */
const peer = (key, name) => ({
  key,
  name,
  checkout: root,
  command: ({ world }) => [fileURLToPath(new URL(`servers/${key}.mjs`, import.meta.url)), world],
});

/**
 * The servers in the order of the results; with another checkout of the project, that one too.
 * @param {string | undefined} otherCheckout
 * @returns {Server[]}
 */
export function listServers(otherCheckout) {
  const other = otherCheckout === undefined ? undefined : resolve(otherCheckout);
  return [
    standIn('durable', 'stand-in, durable', []),
    standIn('memory', 'stand-in, in memory', inMemory),
    ...(other
      ? [
          standIn('compared-durable', 'compared checkout, durable', [], other),
          standIn('compared-memory', 'compared checkout, in memory', inMemory, other),
        ]
      : []),
    standIn('decidim-durable', 'decidim-0.32, durable', decidim),
    standIn('decidim-memory', 'decidim-0.32, in memory', [...decidim, ...inMemory]),
    { ...peer('echo', 'Koa, echo'), isEcho: true },
    peer('mercurius', 'Mercurius with JIT, in memory'),
    peer('yoga', 'GraphQL Yoga, in memory'),
    peer('apollo', 'Apollo Server, in memory'),
  ];
}
