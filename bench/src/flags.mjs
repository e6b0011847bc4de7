import { parseArgs } from 'node:util';

const usage = 'bench [--seconds N] [--rounds N]';

/**
 * Reads the seconds that each operation is measured on each server and the number of rounds; an Error for an invalid flag.
 * @param {string[]} args
 * @returns {{ seconds: number, rounds: number }}
 */
export function readFlags(args) {
  const options = {
    seconds: { type: /** @type {const} */ ('string'), default: '5' },
    rounds: { type: /** @type {const} */ ('string'), default: '3' },
  };
  const { seconds, rounds } = parseArgs({ args, options }).values;
  return { seconds: parsePositive('seconds', seconds), rounds: parsePositive('rounds', rounds) };
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
