import { constants } from 'node:os';
import { readFlags } from './flags.mjs';
import { createMeeting, listMeetings } from './operations.mjs';
import { environmentLines, tableLines } from './report.mjs';
import { measureServer } from './round.mjs';
import { servers } from './servers.mjs';

const print = (/** @type {string[]} */ lines) => process.stdout.write(`${lines.join('\n')}\n`);

// The servers are stopped when this process exits; a signal without a handler would skip that.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

try {
  const { seconds, rounds } = readFlags(process.argv.slice(2));
  print(environmentLines(seconds, rounds));

  const operations = [listMeetings, createMeeting].map(({ name }) => name);
  const samples = new Map(operations.map((operation) => [operation, new Map(servers.map(({ name }) => [name, []]))]));
  // Every round measures every server, so that a machine that slows down affects all of them.
  for (let round = 1; round <= rounds; round += 1) {
    for (const server of servers) {
      process.stderr.write(`round ${round} of ${rounds}: ${server.name}\n`);
      const measured = await measureServer(server, seconds);
      for (const operation of operations) samples.get(operation).get(server.name).push(measured[operation]);
    }
  }
  for (const operation of operations) print(['', ...tableLines(operation, samples.get(operation))]);
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  process.stderr.write(`bench: ${message}${cause ? ` (${cause})` : ''}\n`);
  process.exitCode = 1;
}
