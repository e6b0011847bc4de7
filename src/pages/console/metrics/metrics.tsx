import { Problem } from '../../shared/problem.tsx';
import { LineChart, type Series } from './line-chart.tsx';
import { type Scrape, outcomeGroups, quantileOf, rateOf } from './scrape.ts';
import { useScrapes } from './use-scrapes.ts';
import './metrics.css';

/** Charts of what the server and its process did in the last minutes. */
export function Metrics() {
  const { scrapes, error } = useScrapes();
  if (error?.status === 404) return <NoMetrics />;
  const later = scrapes.slice(1);
  const times = later.map(({ time }) => time);
  const between = (read: (before: Scrape, after: Scrape) => number | null) =>
    later.map((scrape, index) => read(scrapes[index]!, scrape));
  const quantile = (name: string, share: number): Series => ({
    name,
    unit: 'ms',
    values: between((before, after) => inMilliseconds(quantileOf(share, before, after))),
  });
  return (
    <>
      <Problem error={error} />
      <p className="quiet">
        The server with all its worlds, every two seconds since this panel was opened. Prometheus reads the same from{' '}
        <code>/__admin/metrics</code>.
      </p>
      <p role="status">{later.length === 0 && !error && 'Waiting for the second reading…'}</p>
      {later.length > 0 && (
        <div className="cards pair">
          <LineChart
            title="Requests per second"
            times={times}
            series={outcomeGroups.map((name) => ({
              name,
              unit: '/s',
              values: between((before, after) => rateOf(name, before, after)),
            }))}
          />
          <LineChart
            title="Duration of requests"
            times={times}
            series={[quantile('median', 0.5), quantile('95 %', 0.95), quantile('99 %', 0.99)]}
          />
          <LineChart
            title="Event loop and memory"
            times={times}
            series={[
              { name: 'delay, 99 %', unit: 'ms', values: later.map((each) => each.eventLoopDelay * 1000) },
              { name: 'memory', unit: 'MB', values: later.map((each) => each.memoryBytes / 1e6) },
            ]}
          />
          <LineChart
            title="Writes and sessions"
            times={times}
            series={[
              { name: 'last write', unit: 'writes', values: later.map((each) => each.storePosition) },
              { name: 'sessions', unit: 'sessions', values: later.map((each) => each.sessions) },
            ]}
          />
        </div>
      )}
    </>
  );
}

const inMilliseconds = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

const NoMetrics = () => (
  <section className="card" aria-labelledby="metrics">
    <h2 id="metrics">No metrics</h2>
    <p>
      The server runs with <code>--no-metrics</code>.
    </p>
  </section>
);
