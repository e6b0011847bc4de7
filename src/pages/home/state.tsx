import { useControl } from '../shared/use-control.ts';

/** Whether the world answers as usual: its faults and its clock. */
export function State() {
  const { data } = useControl('GET /__admin/faults');
  const { data: clock } = useControl('GET /__admin/clock');
  const count = data?.faults.length ?? 0;
  return (
    <section className="card" aria-labelledby="state">
      <h2 id="state">State</h2>
      <dl className="state">
        <dt>
          <a href="/console#faults">Faults</a>
        </dt>
        <dd>{count === 0 ? 'none: every request gets its response' : count}</dd>
        <dt>
          <a href="/console#clock">Clock</a>
        </dt>
        <dd>{clock && describe(clock.mode, clock.time)}</dd>
      </dl>
    </section>
  );
}

function describe(mode: string, time: string): string {
  const text = `${time.slice(0, 16).replace('T', ' ')} UTC`;
  return { wall: `that of the machine, ${text}`, fixed: `stopped at ${text}` }[mode] ?? `moved, ${text}`;
}
