import type { ShadowCounts } from '../../../control/shadow/shadow.ts';
import { control } from '../../shared/control.ts';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { Outcome, useAction } from '../action.tsx';
import { ShadowCause } from './shadow-cause.tsx';
import './shadow.css';

// How often differences are read while the reader looks.
const refreshMs = 2000;

/** What a live deployment answers otherwise than this server, by cause. */
export function Shadow() {
  const { data, error } = useControl('GET /__admin/shadow', {}, { refreshInterval: refreshMs });
  const action = useAction();
  if (!data) return <Problem error={error} />;
  if (data.url === null) return <NoShadow />;
  const forget = () =>
    action.run(
      () => control('DELETE /__admin/shadow'),
      () => 'The differences are forgotten.',
    );
  return (
    <section aria-labelledby="shadow">
      <h2 id="shadow">Compared with {data.url}</h2>
      <Problem error={error} />
      <p role="status" className="counts">
        {describeCounts(data.counts)}
      </p>
      {data.lastFailure && (
        <p className="quiet">
          The last request that failed: {data.lastFailure.reason}, at {data.lastFailure.time}.
        </p>
      )}
      {data.notSent.length > 0 && (
        <details>
          <summary>Why {count(data.counts.notSent, 'request')} not sent</summary>
          <ul>
            {data.notSent.map(({ reason, count: times }) => (
              <li key={reason}>
                {reason} ({times})
              </li>
            ))}
          </ul>
        </details>
      )}
      {data.groups.length === 0 && <p>No difference so far.</p>}
      <ul className="causes">
        {data.groups.map((group) => (
          <ShadowCause key={group.cause} group={group} />
        ))}
      </ul>
      {data.moreCauses > 0 && <p>{count(data.moreCauses, 'further cause')} not in this list.</p>}
      <button type="button" onClick={() => void forget()}>
        Forget them
      </button>
      <Outcome action={action} />
    </section>
  );
}

const NoShadow = () => (
  <section className="card" aria-labelledby="shadow">
    <h2 id="shadow">No shadow</h2>
    <p>
      Start the server with <code>--shadow URL</code> to send each request to a live deployment too, in a form that
      changes nothing there. This panel then shows where its answers differ.
    </p>
  </section>
);

/** Such as "2 causes are". */
const count = (number: number, noun: string): string => `${number} ${number === 1 ? `${noun} is` : `${noun}s are`}`;

const describeCounts = ({ observed, compared, equal, known, different, waiting, ...rest }: ShadowCounts): string => {
  const others = { waiting, 'not sent': rest.notSent, dropped: rest.dropped, failed: rest.failed };
  const parts = Object.entries(others).filter(([, number]) => number > 0);
  return [
    `${observed} requests so far, ${compared} compared: ${equal} equal, ${known} with known differences, ${different} different.`,
    ...parts.map(([name, number]) => `${number} ${name}.`),
  ].join(' ');
};
