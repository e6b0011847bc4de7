import { type FormEvent, useState } from 'react';
import { control } from '../../shared/control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { Field } from '../field.tsx';

/** Saves the world to a folder, which `--world` reads. */
export function Save({ world }: { world: string }) {
  const action = useAction();
  const [folder, setFolder] = useState('my-town');
  function save(event: FormEvent) {
    event.preventDefault();
    void action.run(
      () => control('POST /__admin/state/save', { body: { folder } }),
      (saved) => `Saved. plenum serve --world ./${saved.folder} --memory serves it.`,
    );
  }
  return (
    <section className="card" aria-labelledby="save">
      <h2 id="save">Save {world}</h2>
      <p className="quiet">
        Its records and files become a new folder, in the folder in which the server was started: a world for{' '}
        <code>--world</code>.
      </p>
      <form onSubmit={save}>
        <Field label="Name of a new folder" error={problemAt(action, 'folder')}>
          {(props) => (
            <input
              {...props}
              required
              maxLength={100}
              value={folder}
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </Field>
        <button type="submit">Save the world</button>
        <Outcome action={action} isAtField={problemAt(action, 'folder') !== undefined} />
      </form>
    </section>
  );
}
