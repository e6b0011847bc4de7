import { Outcome, useAction } from '../../shared/action.tsx';
import { control } from '../../shared/control.ts';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { Section } from '../../shared/section.tsx';
import { Confirm } from '../confirm.tsx';
import { Clock } from './clock.tsx';
import { Sessions } from './sessions.tsx';
import { Snapshots } from './snapshots.tsx';
import { Tokens } from './tokens.tsx';

/** The world that the page acts on: its clock, tokens and snapshots, the test sessions, and its reset. */
export function World() {
  const name = useStoredValue(session);
  return (
    <div className="cards" key={name}>
      <Clock />
      <Snapshots />
      <Sessions />
      <Tokens />
      <Reset world={name ? `the session ${name}` : 'the world'} />
    </div>
  );
}

/** Returns the world to its initial state, after a confirmation. */
function Reset({ world }: { world: string }) {
  const action = useAction();
  const reset = () =>
    action.run(
      () => control('POST /__admin/reset'),
      () => `${world.replace('the', 'The')} is as it was when it was loaded.`,
    );
  return (
    <Section id="reset" title={`Reset ${world}`}>
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
    </Section>
  );
}
