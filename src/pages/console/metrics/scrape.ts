/** One reading of the metrics; counts are those since the start of the server. */
export interface Scrape {
  /** Milliseconds since 1970. */
  time: number;
  /** The requests by what came of them. */
  requests: Record<OutcomeGroup, number>;
  /** How many requests took at most as long as each bound, in seconds; the last bound is infinite. */
  durations: ReadonlyMap<number, number>;
  /** In seconds; since the reading before, whoever read. */
  eventLoopDelay: number;
  memoryBytes: number;
  storePosition: number;
  sessions: number;
}

export const outcomeGroups = ['successful', 'with errors', 'with an error status', 'with a fault'] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

const groupsOfOutcomes: Record<string, OutcomeGroup> = {
  ok: 'successful',
  fault: 'with a fault',
  http_4xx: 'with an error status',
  http_5xx: 'with an error status',
  aborted: 'with an error status',
};

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the text format of Prometheus, as the server writes it. */
const readSamples = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, quoted]) => [label, quoted]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });

/** Reads what the panel shows from the metrics of a server. */
export function readScrape(text: string, time: number): Scrape {
  const samples = readSamples(text);
  const valueOf = (name: string): number => samples.find((each) => each.name === name)?.value ?? Number.NaN;
  const requests: Scrape['requests'] = {
    successful: 0,
    'with errors': 0,
    'with an error status': 0,
    'with a fault': 0,
  };
  const durations = new Map<number, number>();
  for (const { name, labels, value } of samples) {
    if (name === 'plenum_requests_total') {
      requests[groupsOfOutcomes[labels['outcome']!] ?? 'with errors'] += value;
    } else if (name === 'plenum_request_duration_seconds_bucket') {
      const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
      durations.set(bound, (durations.get(bound) ?? 0) + value);
    }
  }
  return {
    time,
    requests,
    durations,
    eventLoopDelay: valueOf('nodejs_eventloop_lag_p99_seconds'),
    memoryBytes: valueOf('process_resident_memory_bytes'),
    storePosition: valueOf('plenum_store_position'),
    sessions: valueOf('plenum_sessions'),
  };
}

/** How many requests there were in a second between two readings. */
export const rateOf = (group: OutcomeGroup, before: Scrape, after: Scrape): number =>
  ((after.requests[group] - before.requests[group]) * 1000) / (after.time - before.time);

/** The duration, in seconds, that a share of the requests between two readings did not exceed; null if there were none. */
export function quantileOf(share: number, before: Scrape, after: Scrape): number | null {
  const bounds = [...after.durations.keys()].toSorted((a, b) => a - b);
  const countAt = (bound: number): number => after.durations.get(bound)! - (before.durations.get(bound) ?? 0);
  const total = bounds.length === 0 ? 0 : countAt(Infinity);
  if (total === 0) return null;
  const index = bounds.findIndex((bound) => countAt(bound) >= share * total);
  const [lowest, highest] = [bounds[index - 1] ?? 0, bounds[index]!];
  // Of the longest durations, only the lower bound is known.
  if (highest === Infinity) return lowest;
  const below = index === 0 ? 0 : countAt(lowest);
  return lowest + ((highest - lowest) * (share * total - below)) / (countAt(highest) - below);
}
