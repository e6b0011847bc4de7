/** @typedef {import('./results.mjs').RequestResults} RequestResults */

const environment = { date: '2026-01-02', node: 'v20.19.0', machine: '2 cores', disk: 'on a disk', versions: 'koa 3' };

/**
 * Results of one operation, with these rates by server; the latencies of each sample are 10 ms and 25 ms.
 * @param {Record<string, number[]>} rates
 * @returns {RequestResults}
 */
export const resultsWith = (rates, key = 'list') => ({
  environment,
  rounds: 3,
  seconds: 1,
  operations: [{ key, name: `operation <${key}>`, unit: 'requests', connections: 32 }],
  servers: ['durable', 'memory', 'echo', 'mercurius', 'apollo'].map((server) => ({
    key: server,
    name: `the ${server}`,
  })),
  samples: {
    [key]: Object.fromEntries(
      Object.entries(rates).map(([server, list]) => [
        server,
        list.map((rate) => ({ rate, p50: 10, p99: 25, cpuMs: 0.25, generatorLoad: 0.5 })),
      ]),
    ),
  },
});

/** @type {import('./results.mjs').RecordResults} */
export const recordResults = {
  environment,
  counts: { meetings: 1500, proposals: 500 },
  writes: 1000,
  checkouts: [
    {
      name: 'stand-in',
      firstRestartMs: [900, 1000, 5000],
      restartMs: [600, 500, 700],
      filledMegabytes: 400,
      restartedMegabytes: [300, 310, 320],
    },
  ],
};
