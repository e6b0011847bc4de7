import { type FormEvent, useRef, useState } from 'react';
import { control } from '../../shared/control.ts';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { Field } from '../field.tsx';

/** The snapshots of the world: they are taken, restored and deleted. */
export function Snapshots({ world }: { world: string }) {
  const { data, error } = useControl('GET /__admin/snapshots');
  const [name, setName] = useState('');
  const taking = useAction();
  const changing = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  async function take(event: FormEvent) {
    event.preventDefault();
    if (
      await taking.run(
        () => control('PUT /__admin/snapshots/{name}', { params: { name } }),
        () => `The snapshot ${name} is taken.`,
      )
    )
      setName('');
  }
  async function remove(each: string) {
    if (
      await changing.run(
        () => control('DELETE /__admin/snapshots/{name}', { params: { name: each } }),
        () => `The snapshot ${each} is deleted.`,
      )
    )
      heading.current?.focus();
  }
  const restore = (each: string) =>
    changing.run(
      () => control('POST /__admin/snapshots/{name}/restore', { params: { name: each } }),
      () => `Returned to ${each}: its records, ids and clock.`,
    );

  return (
    <section className="card" aria-labelledby="snapshots">
      <h2 id="snapshots" ref={heading} tabIndex={-1}>
        Snapshots of {world}
      </h2>
      <p className="quiet">A snapshot holds records, ids and the clock. It stays in memory until the server ends.</p>
      <form onSubmit={(event) => void take(event)}>
        <Field label="Name of a new snapshot" error={problemAt(taking, 'name')}>
          {(props) => (
            <input {...props} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <button type="submit" className="primary">
          Take the snapshot
        </button>
        <Outcome action={taking} isAtField={problemAt(taking, 'name') !== undefined} />
      </form>
      <Problem error={error} />
      <ul className="list" aria-label="Snapshots">
        {data?.snapshots.map(({ name: each, takenAt }) => (
          <li key={each}>
            <div>
              <strong>{each}</strong>
              <span className="quiet">taken at {takenAt.replace('T', ' ')}</span>
            </div>
            <button type="button" aria-label={`Restore ${each}`} onClick={() => void restore(each)}>
              Restore
            </button>
            <button type="button" aria-label={`Delete ${each}`} onClick={() => void remove(each)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      {data?.snapshots.length === 0 && <p className="quiet">There are no snapshots yet.</p>}
      <Outcome action={changing} />
    </section>
  );
}
