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

/** @type {import('./results.mjs').StoreResults} */
export const storeResults = {
  ...resultsWith({ file: [2000, 1000], one: [1000, 1000], two: [500, 250] }, 'create'),
  servers: ['file', 'one', 'two'].map((key) => ({ key, name: `the ${key}` })),
  database: 'PostgreSQL 15.4',
  lag: [
    { rate: 300, count: 100, p50: 5, p99: 30, readP50: 1, readP99: 10 },
    { rate: 400, count: 120, p50: 7, p99: 50, readP50: 2, readP99: 20 },
  ],
};
