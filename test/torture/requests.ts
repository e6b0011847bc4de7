import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { measureGrowth } from './growth.ts';
import { describeFamily, families, maxCount } from './request-families.ts';
import { createMeasuringServer } from './request-server.ts';
import { isMain } from '../../src/is-main.ts';
import type { Torture } from './torture.ts';

export interface TortureOptions {
  /** The same seed generates the same requests. */
  seed: number;
  /** The number of families of requests. */
  runs: number;
}

/** No request below the body limit may keep the server busy for longer, on a quiet machine. */
const limits = { cpuMs: 300, responseCharacters: 10_500_000 };
const familiesPerStore = 50;

/**
 * Sends growing requests of generated families to both dialects. Returns a line about the slowest request; throws an error with
 * the shrunk family if a request takes too long, if times grow faster than requests, or if an error is masked.
 */
async function tortureRequests({ seed, runs }: TortureOptions): Promise<string> {
  const server = await createMeasuringServer();
  let count = 0;
  let sent = 0;
  let slowest = { cpuMs: 0, family: 'none' };
  const send: typeof server.send = (...request) => {
    sent += 1;
    return server.send(...request);
  };
  const property = fc.asyncProperty(families, async (family) => {
    if (++count % familiesPerStore === 0) await server.reset();
    const cpuMs = await measureGrowth({ ...server, send }, family, maxCount(family), limits);
    if (cpuMs > slowest.cpuMs) slowest = { cpuMs, family: describeFamily(family) };
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: false });
  return `${count} families, ${sent} requests, slowest ${Math.round(slowest.cpuMs)} ms: ${slowest.family}`;
}

/** The attack of `npm run torture`. */
export const requests: Torture = async ({ random, isShort }) => {
  const options = { seed: Math.floor(random() * 2 ** 31), runs: isShort ? 30 : 1000 };
  try {
    return { summary: await tortureRequests(options), problems: [] };
  } catch (error) {
    const { message, cause } = error as Error;
    return { summary: `seed ${options.seed}`, problems: [`${message}\n${String(cause)}`] };
  }
};

// A module that imports this one writes its own output.
if (isMain(import.meta.url)) {
  const { seed, runs } = parseArgs({
    options: { seed: { type: 'string', default: String(Date.now() % 1e9) }, runs: { type: 'string', default: '300' } },
  }).values;
  process.stdout.write(`seed ${seed}\n${await tortureRequests({ seed: Number(seed), runs: Number(runs) })}\n`);
}
