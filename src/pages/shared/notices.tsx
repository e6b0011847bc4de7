import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { ClockDescription } from '../../control/clock.ts';
import { type ControlError, asControlError, control } from './control.ts';
import { Problem } from './problem.tsx';
import { session, useStoredValue } from './stored-value.ts';
import { useControl } from './use-control.ts';

// What a test turns on while the page is open is seen soon.
const options = { refreshInterval: 3000 };

/** What makes the world of the page answer otherwise than usual, each with a button that ends it; nothing if all is as usual. */
export function Notices() {
  const { data } = useControl('GET /__admin/faults', {}, options);
  const { data: clock } = useControl('GET /__admin/clock', {}, options);
  const world = useStoredValue(session);
  const faults = data?.faults.filter(({ applied, times = Infinity }) => applied < times) ?? [];
  const isMoved = clock !== undefined && clock.mode !== 'wall';
  if (faults.length === 0 && !isMoved) return null;
  return (
    <aside className="notices" aria-label={`State of ${world ? `the session ${world}` : "the server's own world"}`}>
      {faults.length > 0 && (
        <Notice
          text={faults.length === 1 ? '1 fault is on' : `${faults.length} faults are on`}
          href="/console#faults"
          button={faults.length === 1 ? 'End it' : 'End them'}
          end={() => control('DELETE /__admin/faults')}
        />
      )}
      {isMoved && (
        <Notice
          text={describeClock(clock)}
          href="/console#clock"
          button="Follow the machine"
          end={() => control('PUT /__admin/clock', { body: { mode: 'wall' } })}
        />
      )}
    </aside>
  );
}

const describeClock = ({ mode, time }: ClockDescription): string => {
  const text = `${time.slice(0, 19).replace('T', ' ')} UTC`;
  return mode === 'fixed' ? `The clock stands at ${text}` : `The clock is moved: it is ${text}`;
};

interface Props {
  text: string;
  /** The place in the console where it is changed. */
  href: string;
  button: string;
  end: () => Promise<unknown>;
}

function Notice({ text, href, button, end }: Props) {
  const { mutate } = useSWRConfig();
  const [error, setError] = useState<ControlError>();
  async function run() {
    try {
      await end();
      setError(undefined);
    } catch (caught) {
      setError(asControlError(caught));
    }
    await mutate(() => true);
  }
  return (
    <div className="notice">
      <a href={href}>{text}</a>
      <button type="button" className="small" onClick={() => void run()}>
        {button}
      </button>
      <Problem error={error} />
    </div>
  );
}
