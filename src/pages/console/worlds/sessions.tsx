import { type FormEvent, useRef, useState } from 'react';
import { control } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { useControl } from '../../shared/use-control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { Field } from '../field.tsx';

/** The test sessions: they are created, chosen as the world of the page, and deleted. */
export function Sessions() {
  const { data } = useControl('GET /__admin/sessions', {}, { keepPreviousData: true });
  const { data: snapshots } = useControl('GET /__admin/snapshots');
  const selected = useStoredValue(session);
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const creating = useAction();
  const deleting = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  async function create(event: FormEvent) {
    event.preventDefault();
    const isDone = await creating.run(
      () => control('PUT /__admin/sessions/{name}', { params: { name }, body: from ? { from } : {} }),
      () => `The session ${name} is created.`,
    );
    if (isDone) setName('');
  }
  async function remove(each: string) {
    // A request in the name of the session would create it again.
    if (each === selected) session.set('');
    const isDone = await deleting.run(
      () => control('DELETE /__admin/sessions/{name}', { params: { name: each } }),
      () => `The session ${each} is deleted.`,
    );
    if (isDone) heading.current?.focus();
  }

  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Sessions
      </h2>
      <p className="quiet">
        A session is a world of its own, for requests with the header <code>X-Plenum-Session</code>. It ends when nobody
        uses it for some minutes.
      </p>
      <form onSubmit={(event) => void create(event)}>
        <Field label="Name of a new session" error={problemAt(creating, 'name')}>
          {(props) => (
            <input {...props} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label="Begins with" error={problemAt(creating, 'from')}>
          {(props) => (
            <select {...props} value={from} onChange={(event) => setFrom(event.target.value)}>
              <option value="">the world as it was loaded</option>
              {snapshots?.snapshots.map(({ name: each }) => (
                <option key={each} value={each}>
                  the snapshot {each}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" className="primary">
          Create the session
        </button>
        <Outcome action={creating} isAtField={problemAt(creating, 'name', 'from') !== undefined} />
      </form>
      <ul className="list" aria-label="Sessions">
        {['', ...(data?.sessions.map((each) => each.name) ?? [])].map((each) => (
          <li key={each}>
            <strong>{each || "The server's own world"}</strong>
            <button
              type="button"
              aria-pressed={each === selected}
              aria-label={`Show ${each || "the server's own world"}`}
              onClick={() => session.set(each)}
            >
              Show
            </button>
            {each && (
              <CopyButton
                text={new URL(`/?session=${encodeURIComponent(each)}`, location.href).href}
                name="Copy a link"
                label={`to ${each}`}
              />
            )}
            {each && (
              <button type="button" aria-label={`Delete ${each}`} onClick={() => void remove(each)}>
                Delete
              </button>
            )}
          </li>
        ))}
      </ul>
      <Outcome action={deleting} />
    </section>
  );
}
