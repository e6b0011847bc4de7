import { Outcome, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { session } from '../../shared/stored-value.ts';
import { Section } from '../../shared/section.tsx';
import { NameForm } from './name-form.tsx';

/** The test sessions: they are created, linked to and deleted. The frame of the page chooses one. */
export function Sessions() {
  const { data, error } = useControl('GET /__admin/sessions');
  const action = useAction();
  const create = (name: string) =>
    action.run(
      () => control('PUT /__admin/sessions/{name}', { params: { name }, body: {} }),
      () => `The session ${name} is created. Choose it at the top of the page.`,
    );
  async function remove(each: string) {
    // A request in the name of the session would create it again.
    if (each === session.get()) session.set('');
    await action.remove(
      () => control('DELETE /__admin/sessions/{name}', { params: { name: each } }),
      `The session ${each} is deleted.`,
      'sessions',
    );
  }
  return (
    <Section id="sessions" title="Sessions" error={error}>
      <p className="quiet">
        A session is a world of its own, for requests with the header <code>X-Plenum-Session</code>. It ends when nobody
        uses it for some minutes.
      </p>
      <NameForm label="Name of a new session" button="Create it" onSubmit={create} />
      {data?.sessions.length === 0 && (
        <p className="quiet">
          There are no sessions. Each test can have one of its own, so that tests can run together.
        </p>
      )}
      <ul className="list" aria-label="Sessions">
        {data?.sessions.map(({ name: each }) => (
          <li key={each}>
            <strong>{each}</strong>
            <CopyButton
              text={new URL(`/?session=${encodeURIComponent(each)}`, location.href).href}
              name="Copy a link"
              label={`to ${each}`}
            />
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
