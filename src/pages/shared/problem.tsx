import { type FormEvent, useState } from 'react';
import type { ControlError } from './control.ts';
import { adminToken } from './stored-value.ts';

/** Says why something could not be loaded or done; asks for the admin token if that is the reason. */
export function Problem({ error }: { error: ControlError | undefined }) {
  if (!error) return null;
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error.status === 401 && <AdminTokenForm />}
    </div>
  );
}

function AdminTokenForm() {
  const [value, setValue] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    adminToken.set(value);
  }
  return (
    <form onSubmit={submit}>
      <label>
        Value of --admin-token{' '}
        <input type="password" autoComplete="off" value={value} onChange={(event) => setValue(event.target.value)} />
      </label>{' '}
      <button type="submit">Use it in this tab</button>
    </form>
  );
}
