import { constants } from 'node:os';
import { readFlags } from './flags.mjs';
import { createMeeting, listMeetings } from './operations.mjs';
import { factLines, tableLines } from './report.mjs';
import { timeServer } from './round.mjs';
import { servers } from './servers.mjs';

const print = (/** @type {string[]} */ lines) => process.stdout.write(`${lines.join('\n')}\n`);

// The servers are ended where this process exits; by a signal alone it would not come there.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

try {
  const { seconds, rounds } = readFlags(process.argv.slice(2));
  print(factLines(seconds, rounds));

  const operations = [listMeetings, createMeeting].map(({ name }) => name);
  const samples = new Map(operations.map((operation) => [operation, new Map(servers.map(({ name }) => [name, []]))]));
  // One after the other in each round, so that a machine that slows down slows all of them.
  for (let round = 1; round <= rounds; round += 1) {
    for (const server of servers) {
      process.stderr.write(`round ${round} of ${rounds}: ${server.name}\n`);
      const timed = await timeServer(server, seconds);
      for (const operation of operations) samples.get(operation).get(server.name).push(timed[operation]);
    }
  }
  for (const operation of operations) print(['', ...tableLines(operation, samples.get(operation))]);
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  process.stderr.write(`bench: ${message}${cause ? ` (${cause})` : ''}\n`);
  process.exitCode = 1;
}
