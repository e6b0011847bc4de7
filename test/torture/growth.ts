import type { Family } from './request-families.ts';
import { actorOf, createRequest } from './request-families.ts';
import type { MeasuringServer } from './request-server.ts';

/** What a request of any size may cost. */
export interface RequestLimits {
  cpuMs: number;
  responseCharacters: number;
}

/** Fewer milliseconds than these depend more on the machine than on the request. */
const noiseMs = 60;
/** How many times longer a request that is four times longer may take. */
const maxGrowth = 12;
const repeats = 4;

let nonce = 0;

/** Returns the lowest CPU time of several equal requests, as many as it takes to stay below a limit. Throws for a masked error. */
async function measure(server: MeasuringServer, family: Family, count: number, limits: RequestLimits): Promise<number> {
  let lowest = Infinity;
  for (let repeat = 0; repeat < repeats && lowest > Math.min(limits.cpuMs, noiseMs); repeat++) {
    const { cpuMs, text, status } = await server.send(
      family.dialect,
      createRequest(family, count, String(nonce++)),
      actorOf(family),
    );
    const [bug] = server.bugs.splice(0);
    // A message can contain the whole request.
    if (bug) throw new Error(`${count} repetitions: a bug, status ${status}: ${bug.stack?.slice(-2000)}`);
    if (text.length > limits.responseCharacters)
      throw new Error(`${count} repetitions: a response of ${text.length} characters`);
    lowest = Math.min(lowest, cpuMs);
  }
  return lowest;
}

/**
 * Sends requests of a family with a sixteenth of the repetitions, a fourth, and all of them. Returns the slowest time in
 * milliseconds. Throws if a request takes longer than the limit, if the times grow much faster than the requests, if a response
 * is too long, or if an error is masked.
 */
export async function measureGrowth(
  server: MeasuringServer,
  family: Family,
  count: number,
  limits: RequestLimits,
): Promise<number> {
  let slowest = 0;
  let previous: number | undefined;
  for (const divisor of [16, 4, 1]) {
    const current = Math.floor(count / divisor);
    if (current < 1) continue;
    const cpuMs = await measure(server, family, current, limits);
    if (cpuMs > limits.cpuMs)
      throw new Error(`${current} repetitions: ${Math.round(cpuMs)} ms, more than ${limits.cpuMs} ms`);
    if (previous !== undefined && cpuMs > maxGrowth * Math.max(previous, noiseMs / 4))
      throw new Error(
        `${current} repetitions: ${Math.round(cpuMs)} ms, after ${previous.toFixed(1)} ms for a fourth of them`,
      );
    slowest = Math.max(slowest, cpuMs);
    previous = cpuMs;
  }
  return slowest;
}
