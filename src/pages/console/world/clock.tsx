import { type FormEvent, useState } from 'react';
import { Outcome, Problem, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { describeClock } from '../../shared/notices.tsx';
import { Field } from '../field.tsx';

const refreshMs = 1000;

/** The units in which the clock is advanced, by the beginning and the end of an ISO 8601 duration. */
const units = {
  minutes: ['PT', 'M'],
  hours: ['PT', 'H'],
  days: ['P', 'D'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
} as const;

/** The clock of the world: what it shows, and how it is set. */
export function Clock() {
  const { data, error } = useControl('GET /__admin/clock', {}, { refreshInterval: refreshMs });
  const action = useAction();
  const [time, setTime] = useState('');
  const [count, setCount] = useState('1');
  const [unit, setUnit] = useState<keyof typeof units>('days');
  // Until the reader chooses a time, the form has that of the clock.
  const chosen = time || data?.time.slice(0, 16) || '';
  function stop(event: FormEvent) {
    event.preventDefault();
    void action.run(
      () => control('PUT /__admin/clock', { body: { mode: 'fixed', time: `${chosen}Z` } }),
      describeClock,
    );
  }
  function advance(event: FormEvent) {
    event.preventDefault();
    const [start, end] = units[unit];
    void action.run(
      () => control('POST /__admin/clock/advance', { body: { by: `${start}${count.trim()}${end}` } }),
      (clock) => `${describeClock(clock)}, ${count} ${unit} later.`,
    );
  }
  const follow = () => action.run(() => control('PUT /__admin/clock', { body: { mode: 'wall' } }), describeClock);
  return (
    <section className="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <Problem error={error} />
      <p>{data && `${describeClock(data)}.`}</p>
      <p className="quiet">The times of new records and changes follow it, and so does the expiry of tokens.</p>
      <form onSubmit={stop}>
        <Field label="Stop at a time, in UTC">
          {(props) => (
            <span className="row">
              <input
                {...props}
                type="datetime-local"
                required
                value={chosen}
                onChange={(event) => setTime(event.target.value)}
              />
              <button type="submit">Stop it there</button>
            </span>
          )}
        </Field>
      </form>
      <form onSubmit={advance}>
        <Field label="Advance by">
          {(props) => (
            <span className="row">
              <input
                {...props}
                className="number"
                inputMode="numeric"
                value={count}
                onChange={(event) => setCount(event.target.value)}
              />
              <select
                aria-label="Unit"
                value={unit}
                onChange={(event) => setUnit(event.target.value as keyof typeof units)}
              >
                {Object.keys(units).map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
              <button type="submit">Advance it</button>
            </span>
          )}
        </Field>
      </form>
      <button type="button" disabled={data?.mode === 'wall'} onClick={() => void follow()}>
        Follow the machine
      </button>
      <Outcome action={action} />
    </section>
  );
}
