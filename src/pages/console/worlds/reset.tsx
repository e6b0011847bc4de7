import { useState } from 'react';
import { control } from '../../shared/control.ts';
import { Outcome, useAction } from '../action.tsx';
import { Confirm } from '../confirm.tsx';

/** Returns the world to its initial state, after a confirmation. */
export function Reset({ world }: { world: string }) {
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  return (
    <section className="card" aria-labelledby="reset">
      <h2 id="reset">Reset {world}</h2>
      <p className="quiet">It becomes as it was when it was loaded or created.</p>
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        Reset…
      </button>
      <Outcome action={action} />
      {isAsking && (
        <Confirm
          title={`Reset ${world}?`}
          name="Reset"
          onConfirm={() =>
            void action.run(
              () => control('POST', '/reset'),
              () => `Reset: ${world}.`,
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>This is lost for good:</p>
          <ul>
            <li>every record that was created or changed, and the ids so far</li>
            <li>the setting of the clock</li>
            <li>the faults and the journal of requests</li>
            <li>tokens from sign-in and from this page</li>
          </ul>
          <p>Snapshots stay, and so do the fixed tokens.</p>
        </Confirm>
      )}
    </section>
  );
}
