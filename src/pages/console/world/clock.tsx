import { type FormEvent, useState } from 'react';
import { Outcome, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { describeClock } from '../../shared/notices.tsx';
import { Section } from '../../shared/section.tsx';
import { Field } from '../field.tsx';

const refreshMs = 1000;

/** By how much the clock is advanced, by ISO 8601 durations. */
const advances = { PT1H: 'an hour', P1D: 'a day', P7D: 'a week', P1M: 'a month' };

/** The clock of the world: what it shows, and how it is set. */
export function Clock() {
  const { data, error } = useControl('GET /__admin/clock', {}, { refreshInterval: refreshMs });
  const action = useAction();
  const [time, setTime] = useState('');
  // Until the reader chooses a time, the form has that of the clock.
  const chosen = time || data?.time.slice(0, 16) || '';
  function stop(event: FormEvent) {
    event.preventDefault();
    void action.run(
      () => control('PUT /__admin/clock', { body: { mode: 'fixed', time: `${chosen.slice(0, 16)}:00Z` } }),
      describeClock,
    );
  }
  const advance = (by: string) =>
    action.run(() => control('POST /__admin/clock/advance', { body: { by } }), describeClock);
  const follow = () => action.run(() => control('PUT /__admin/clock', { body: { mode: 'wall' } }), describeClock);
  return (
    <Section id="clock" title="Clock" error={error}>
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
      <p className="row">
        Advance it by
        {Object.entries(advances).map(([by, name]) => (
          <button key={by} type="button" className="small" onClick={() => void advance(by)}>
            {name}
          </button>
        ))}
      </p>
      <button type="button" disabled={data?.mode === 'wall'} onClick={() => void follow()}>
        Follow the machine
      </button>
      <Outcome action={action} />
    </Section>
  );
}
