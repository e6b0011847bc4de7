import { parseArgs } from 'node:util';

const usage = 'bench [--seconds N] [--rounds N]';

/**
 * How long each server is timed with each operation, and how often; an Error for a flag that is wrong.
 * @param {string[]} args
 * @returns {{ seconds: number, rounds: number }}
 */
export function readFlags(args) {
  const options = {
    seconds: { type: /** @type {const} */ ('string'), default: '5' },
    rounds: { type: /** @type {const} */ ('string'), default: '3' },
  };
  const { seconds, rounds } = parseArgs({ args, options }).values;
  return { seconds: whole('seconds', seconds), rounds: whole('rounds', rounds) };
}

/**
 * @param {string} name
 * @param {string} text
 */
function whole(name, text) {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${name} must be a whole number from 1, not ${text} (${usage})`);
  return Number(text);
}
