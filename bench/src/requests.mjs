import { describeEnvironment } from './environment.mjs';
import { selectByKey } from './flags.mjs';
import { operations } from './operations.mjs';
import { measureRound } from './round.mjs';
import { listServers } from './servers.mjs';

/**
 * Measures the selected operations on the selected servers, round by round.
 * @param {import('./flags.mjs').Flags} flags
 * @returns {Promise<import('./results.mjs').RequestResults>}
 */
export async function measureRequests({ rounds, seconds, operations: operationKeys, servers: serverKeys, compare }) {
  const selectedOperations = selectByKey('operation', operations, operationKeys);
  const servers = selectByKey('server', listServers(compare), serverKeys);
  /** @type {import('./results.mjs').RequestResults['samples']} */
  const samples = {};
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with another server, so that none is always measured after the same one.
    const first = round % servers.length;
    const order = [...servers.slice(first), ...servers.slice(0, first)];
    await measureRound(order, selectedOperations, seconds, (operation, server, sample) => {
      process.stderr.write(`round ${round + 1} of ${rounds}: ${operation.key}, ${server.name}\n`);
      ((samples[operation.key] ??= {})[server.key] ??= []).push(sample);
    });
  }
  return {
    environment: describeEnvironment(),
    rounds,
    seconds,
    operations: selectedOperations.map(({ key, name, unit, connections }) => ({ key, name, unit, connections })),
    servers: servers.map(({ key, name }) => ({ key, name })),
    samples,
  };
}
