import { type FormEvent, useState } from 'react';
import { type ControlResponse, control } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useControl } from '../../shared/use-control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { type Amount, DurationField, formatDuration } from '../duration-field.tsx';
import { Field } from '../field.tsx';

/** Issues a token for a user, and shows it. */
export function TokenForm({ initialUser }: { initialUser: string }) {
  const action = useAction();
  const [user, setUser] = useState(initialUser);
  const [lifetime, setLifetime] = useState<Amount>({ count: '2', unit: 'hours' });
  const [issued, setIssued] = useState<ControlResponse<'POST /__admin/tokens'>>();
  // A choice from the list is "4 · Participant", and a name can begin with a number.
  const id = /^(\d+)(?: ·.*)?$/.exec(user.trim())?.[1];
  const search = user.split('·').at(-1)!.trim();
  const { data: found } = useControl(
    'GET /__admin/records/{kind}',
    { params: { kind: 'users' }, query: { first: 20, search } },
    { keepPreviousData: true },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    setIssued(undefined);
    const request = {
      ...(id === undefined ? { name: user.trim() } : { user: Number(id) }),
      expiresIn: formatDuration(lifetime),
    };
    void action.run(
      async () => {
        const token = await control('POST /__admin/tokens', { body: request });
        setIssued(token);
        return token;
      },
      (token) => `A token of the user ${token.user} is issued. It expires at ${token.expiresAt}.`,
    );
  }
  return (
    <section className="card" aria-labelledby="issue">
      <h2 id="issue">Issue a token</h2>
      <form onSubmit={submit}>
        <Field
          label="User"
          hint="A name, or an id. A name that no user has is that of a new participant."
          error={problemAt(action, 'user', 'name')}
        >
          {(props) => (
            <input
              {...props}
              list="users"
              autoComplete="off"
              maxLength={200}
              value={user}
              onChange={(event) => setUser(event.target.value)}
            />
          )}
        </Field>
        <datalist id="users">
          {found?.records.map(({ record, title }) => (
            <option key={record.id} value={`${record.id} · ${title}`} />
          ))}
        </datalist>
        <DurationField
          label="Valid for"
          amount={lifetime}
          onChange={setLifetime}
          error={problemAt(action, 'expiresIn')}
        />
        <button type="submit" className="primary">
          Issue the token
        </button>
        <Outcome action={action} isAtField={problemAt(action, 'user', 'name', 'expiresIn') !== undefined} />
      </form>
      {issued && (
        <>
          <pre tabIndex={0} aria-label="The token">
            {issued.token}
          </pre>
          <CopyButton text={issued.token} name="Copy the token" />
        </>
      )}
    </section>
  );
}
