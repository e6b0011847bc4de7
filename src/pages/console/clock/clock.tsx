import { useEffect, useState } from 'react';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { describeDuration } from '../duration-field.tsx';
import type { ClockDescription } from '../../../control/clock.ts';
import { ClockForms } from './clock-forms.tsx';
import './clock.css';

/** The clock of the world: what it shows, and how it is set. */
export function Clock() {
  const { data: clock, error } = useControl('GET /__admin/clock');
  const { data: organization } = useControl('GET /__admin/records/{kind}', { params: { kind: 'organization' } });
  const timeZone = (organization?.records[0]?.record as { timeZone?: string } | undefined)?.timeZone ?? 'UTC';
  return (
    <>
      <Problem error={error} />
      {clock && (
        <div className="cards">
          <section className="card tall" aria-labelledby="clock">
            <h2 id="clock">Clock of this world</h2>
            <Face key={`${clock.mode} ${clock.time}`} clock={clock} timeZone={timeZone} />
            <p>{describeMode(clock)}</p>
            <p className="quiet">
              The times of new records, of answers and of changes follow it, and so does the expiry of tokens. Snapshots
              hold it. Delays, and the end of an idle session, follow the clock of the machine.
            </p>
          </section>
          <ClockForms clock={clock} />
        </div>
      )}
    </>
  );
}

const describeMode = ({ mode, by = '' }: ClockDescription): string => {
  if (mode === 'fixed') return 'It stands still.';
  if (mode === 'wall') return 'It is the clock of the machine.';
  const direction = by.startsWith('-') ? 'behind' : 'ahead of';
  return `It runs, ${describeDuration(by.replace('-', ''))} ${direction} the clock of the machine.`;
};

/** The time that a clock shows, in the zone of the organization and in UTC; it runs unless the clock is fixed. */
function Face({ clock: { mode, time }, timeZone }: { clock: ClockDescription; timeZone: string }) {
  const [begin] = useState(() => performance.now());
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (mode === 'fixed') return undefined;
    const timer = setInterval(() => setPassed(performance.now() - begin), 250);
    return () => clearInterval(timer);
  }, [mode, begin]);
  const now = new Date(Date.parse(time) + passed);
  return (
    <p className="face" role="timer" aria-label="Time of this world">
      <strong>{now.toLocaleString('sv-SE', { timeZone })}</strong>
      <span className="quiet">
        {timeZone}
        {timeZone !== 'UTC' && `, or ${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`}
      </span>
    </p>
  );
}
