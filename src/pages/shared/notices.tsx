import type { ClockDescription } from '../../control/clock.ts';
import { Problem, useAction } from './action.tsx';
import { control, useControl } from './control.ts';

// What a test turns on while the page is open is seen soon.
const options = { refreshInterval: 3000 };

/** What makes responses differ from the usual ones, each with a button that ends it; nothing if there is none. */
export function Notices() {
  const { data } = useControl('GET /__admin/faults', {}, options);
  const { data: clock } = useControl('GET /__admin/clock', {}, options);
  const count = data?.faults.filter(({ applied, times = Infinity }) => applied < times).length ?? 0;
  const isMoved = clock !== undefined && clock.mode !== 'wall';
  if (count === 0 && !isMoved) return null;
  return (
    <aside className="notices" aria-label="What is not as usual">
      {count > 0 && (
        <Notice
          text={count === 1 ? '1 fault is on' : `${count} faults are on`}
          href="/console#faults"
          button={count === 1 ? 'Remove it' : 'Remove them'}
          end={() => control('DELETE /__admin/faults')}
        />
      )}
      {isMoved && (
        <Notice
          text={describeClock(clock)}
          href="/console#world"
          button="Follow the machine"
          end={() => control('PUT /__admin/clock', { body: { mode: 'wall' } })}
        />
      )}
    </aside>
  );
}

/** What a clock shows, in a sentence. */
export function describeClock({ mode, time }: ClockDescription): string {
  const text = `${time.slice(0, 19).replace('T', ' ')} UTC`;
  if (mode === 'wall') return `The clock is that of the machine: ${text}`;
  return mode === 'fixed' ? `The clock is stopped at ${text}` : `The clock runs with an offset: ${text}`;
}

interface Props {
  text: string;
  /** The place in the console where it is changed. */
  href: string;
  button: string;
  end: () => Promise<unknown>;
}

function Notice({ text, href, button, end }: Props) {
  const action = useAction();
  return (
    <div className="row">
      <a href={href}>{text}</a>
      <button type="button" className="small" onClick={() => void action.run(end, () => '')}>
        {button}
      </button>
      <Problem error={action.error} />
    </div>
  );
}
