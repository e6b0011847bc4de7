import { Outcome, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { Section } from '../../shared/section.tsx';
import { NameForm } from './name-form.tsx';

/** The snapshots of the world: they are taken, restored and deleted. */
export function Snapshots() {
  const { data, error } = useControl('GET /__admin/snapshots');
  const action = useAction();
  const take = (name: string) =>
    action.run(
      () => control('PUT /__admin/snapshots/{name}', { params: { name } }),
      () => `The snapshot ${name} is taken.`,
    );
  const remove = (each: string) =>
    action.remove(
      () => control('DELETE /__admin/snapshots/{name}', { params: { name: each } }),
      `The snapshot ${each} is deleted.`,
      'snapshots',
    );
  const restore = (each: string) =>
    action.run(
      () => control('POST /__admin/snapshots/{name}/restore', { params: { name: each } }),
      () => `Returned to ${each}: its records, ids and clock.`,
    );
  return (
    <Section id="snapshots" title="Snapshots" error={error}>
      <p className="quiet">A snapshot holds records, ids and the clock. It stays in memory until the server ends.</p>
      <NameForm label="Name of a new snapshot" button="Take it" onSubmit={take} />
      {data?.snapshots.length === 0 && (
        <p className="quiet">There are no snapshots yet. Take one before you try something.</p>
      )}
      <ul className="list" aria-label="Snapshots">
        {data?.snapshots.map(({ name: each, takenAt }) => (
          <li key={each}>
            <div>
              <strong>{each}</strong> <span className="quiet">{takenAt.slice(0, 19).replace('T', ' ')}</span>
            </div>
            <button type="button" className="small" aria-label={`Restore ${each}`} onClick={() => void restore(each)}>
              Restore
            </button>
            <button type="button" className="small" aria-label={`Delete ${each}`} onClick={() => void remove(each)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      <Outcome action={action} />
    </Section>
  );
}
