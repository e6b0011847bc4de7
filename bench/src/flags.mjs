import { parseArgs } from 'node:util';

const usage = `npm run bench -- [records | control | start | stores | documents] [--rounds N] [--seconds N] [--operation KEY]... [--server KEY]... [--compare FOLDER] [--results FOLDER]`;

const single = { type: /** @type {const} */ ('string') };
const repeated = { ...single, multiple: /** @type {const} */ (true) };
const options = {
  rounds: single,
  seconds: single,
  operation: repeated,
  server: repeated,
  compare: single,
  results: single,
};

/** @typedef {'requests' | 'records' | 'control' | 'start' | 'stores' | 'documents'} Command */

/** @type {ReadonlySet<string>} */
const commands = new Set(['requests', 'records', 'control', 'start', 'stores', 'documents']);

/**
 * What to measure. `operations` and `servers` are keys; an empty list means all.
 * @typedef {object} Flags
 * @property {Command} command
 * @property {number} rounds
 * @property {number} seconds the time that each operation is measured on each server in a round
 * @property {string[]} operations
 * @property {string[]} servers
 * @property {string | undefined} compare another checkout of the project
 * @property {string | undefined} results the folder for the results
 */

/**
 * Reads the arguments of the command line; an Error if one is invalid.
 * @param {string[]} args
 * @returns {Flags}
 */
export function readFlags(args) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { rounds = '5', seconds = '3', operation = [], server = [], compare, results } = values;
  const [command = 'requests', ...others] = positionals;
  if (!commands.has(command) || others.length > 0) throw new Error(`usage: ${usage}`);
  if (command !== 'requests' && (operation.length > 0 || server.length > 0))
    throw new Error(`"${command}" takes neither --operation nor --server (${usage})`);
  if (['control', 'documents', 'start'].includes(command) && Object.keys(values).length > 0)
    throw new Error(`"${command}" takes no flags (${usage})`);
  if (command === 'stores' && compare !== undefined) throw new Error(`"stores" takes no --compare (${usage})`);
  return {
    command: /** @type {Command} */ (command),
    rounds: parsePositive('rounds', rounds),
    seconds: parsePositive('seconds', seconds),
    operations: operation,
    servers: server,
    compare,
    results,
  };
}

/**
 * @param {string} name
 * @param {string} text
 */
function parsePositive(name, text) {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new Error(`--${name} must be a whole number of at least 1, not ${text} (${usage})`);
  return Number(text);
}

/**
 * Selects items by their keys; all of them if there are no keys, an Error for an unknown key.
 * @template {{ key: string }} T
 * @param {string} flag
 * @param {T[]} items
 * @param {string[]} keys
 */
export function selectByKey(flag, items, keys) {
  const known = items.map(({ key }) => key);
  const unknown = keys.filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`--${flag} ${unknown[0]} is unknown; there are ${known.join(', ')}`);
  return keys.length === 0 ? items : items.filter(({ key }) => keys.includes(key));
}
