import type { ClockDescription } from '../../control/clock.ts';
import { useControl } from './control.ts';

// What a test turns on while the page is open is seen soon.
const options = { refreshInterval: 3000 };

/** What makes responses differ from the usual ones, with links to where it is ended; nothing if there is none. */
export function Notices() {
  const { data } = useControl('GET /__admin/faults', {}, options);
  const { data: clock } = useControl('GET /__admin/clock', {}, options);
  const count = data?.faults.filter(({ applied, times = Infinity }) => applied < times).length ?? 0;
  const isMoved = clock !== undefined && clock.mode !== 'wall';
  if (count === 0 && !isMoved) return null;
  return (
    <aside className="notices" aria-label="What is not as usual">
      {count > 0 && <a href="/console#faults">{count === 1 ? '1 fault is on' : `${count} faults are on`}</a>}
      {isMoved && <a href="/console#world">{describeClock(clock)}</a>}
    </aside>
  );
}

/** What a clock shows, in a sentence without its full stop. */
export function describeClock({ mode, time }: ClockDescription): string {
  const text = `${time.slice(0, 19).replace('T', ' ')} UTC`;
  if (mode === 'wall') return `The clock is that of the machine: ${text}`;
  return mode === 'fixed' ? `The clock is stopped at ${text}` : `The clock runs with an offset: ${text}`;
}
