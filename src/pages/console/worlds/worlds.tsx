import { session, useStoredValue } from '../../shared/stored-value.ts';
import { Reset } from './reset.tsx';
import { Save } from './save.tsx';
import { Sessions } from './sessions.tsx';
import { Snapshots } from './snapshots.tsx';

/** The world that the page acts on, its snapshots, and the test sessions. */
export function Worlds() {
  const world = useStoredValue(session);
  const name = world ? `the session ${world}` : "the server's own world";
  return (
    <div className="cards">
      <Snapshots key={`snapshots ${world}`} world={name} />
      <Sessions />
      <Save key={`save ${world}`} world={name} />
      <Reset key={`reset ${world}`} world={name} />
    </div>
  );
}
