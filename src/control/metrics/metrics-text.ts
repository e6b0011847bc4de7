import { Counter, Gauge, type Metric, Registry, collectDefaultMetrics } from 'prom-client';
import { type Counts, type RequestCounts, durationBounds } from './request-counts.ts';

// The process is that of all servers in it. Its event loop and its garbage collection are watched from the first time that somebody reads metrics.
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** Creates the function that returns the metrics of a server and of its process, in a registry of the server's own. */
export function createMetricsText(metrics: Counts): () => Promise<string> {
  const { identity, countSessions, findStore } = metrics.options;
  const { dialect } = identity;
  const registry = new Registry();
  // Without it, a metric would be in the registry of the process.
  const registers: Registry[] = [];
  const info = new Gauge({ name: 'plenum_info', help: 'The server.', labelNames: Object.keys(identity), registers });
  info.set(identity, 1);
  const requests = new Counter({
    name: 'plenum_requests_total',
    help: 'Requests to the API, by the coordinate of their operation and by what came of them.',
    labelNames: ['dialect', 'coordinate', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [coordinate, { byOutcome }] of metrics.requests)
        for (const [outcome, count] of byOutcome) this.inc({ dialect, coordinate, outcome }, count);
    },
  });
  const faults = new Counter({
    name: 'plenum_faults_applied_total',
    help: 'Effects of faults that were applied to requests.',
    labelNames: ['effect'],
    registers,
    collect() {
      this.reset();
      for (const [effect, count] of metrics.faults) this.inc({ effect }, count);
    },
  });
  const sessions = new Gauge({
    name: 'plenum_sessions',
    help: 'Test sessions.',
    registers,
    collect() {
      this.set(countSessions());
    },
  });
  const position = new Gauge({
    name: 'plenum_store_position',
    help: "The number of the last write to the server's own world.",
    registers,
    collect() {
      this.set(findStore()?.lastWrite ?? 0);
    },
  });
  const ofRequests = durations('plenum_request_duration_seconds', dialect, metrics.requests);
  for (const metric of [info, requests, ofRequests, faults, sessions, position] as Metric[])
    registry.registerMetric(metric);
  return async () => `${await registry.metrics()}\n${await ofProcess.metrics()}`;
}

/** A histogram of durations that are counted already, which those of the library cannot take over. */
function durations(name: string, dialect: string, requests: ReadonlyMap<string, RequestCounts>): Metric {
  const help = 'How long requests to the API took, by the coordinate of their operation.';
  const valuesOf = ([coordinate, { byDuration, totalSeconds }]: [string, RequestCounts]) => {
    const labels = { dialect, coordinate };
    let count = 0;
    const buckets = [...durationBounds, '+Inf'].map((le, index) => ({
      metricName: `${name}_bucket`,
      labels: { le, ...labels },
      value: (count += byDuration[index]!),
    }));
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: totalSeconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  const get = async () => ({ name, help, type: 'histogram', values: [...requests].flatMap(valuesOf) });
  return { name, help, get } as unknown as Metric;
}
