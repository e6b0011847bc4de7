import { control } from '../../shared/control.ts';
import { Outcome, useAction } from '../action.tsx';
import { Confirm } from '../confirm.tsx';

/** Returns the world to its initial state, after a confirmation. */
export function Reset({ world }: { world: string }) {
  const action = useAction();
  const reset = () =>
    action.run(
      () => control('POST /__admin/reset'),
      () => `Reset: ${world}.`,
    );
  return (
    <section className="card" aria-labelledby="reset">
      <h2 id="reset">Reset {world}</h2>
      <p className="quiet">It becomes as it was when it was loaded or created.</p>
      <Confirm opener="Reset…" title={`Reset ${world}?`} name="Reset" onConfirm={() => void reset()}>
        <p>This is lost for good:</p>
        <ul>
          <li>every record that was created or changed, and the ids so far</li>
          <li>the setting of the clock</li>
          <li>the faults and the recorded requests</li>
          <li>tokens from sign-in and from this page</li>
        </ul>
        <p>Snapshots stay, and so do the fixed tokens.</p>
      </Confirm>
      <Outcome action={action} />
    </section>
  );
}
