import { type FormEvent, useState } from 'react';
import type { ControlError } from './control.ts';
import { controlToken } from './stored-value.ts';

/** Says why something could not be loaded or done; asks for the control token if that is the reason. */
export function Problem({ error }: { error: ControlError | undefined }) {
  if (!error) return null;
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error.status === 401 && <ControlTokenForm />}
    </div>
  );
}

function ControlTokenForm() {
  const [value, setValue] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    controlToken.set(value);
  }
  return (
    <form onSubmit={submit}>
      <label>
        Value of --control-token{' '}
        <input type="password" autoComplete="off" value={value} onChange={(event) => setValue(event.target.value)} />
      </label>{' '}
      <button type="submit">Use it in this tab</button>
    </form>
  );
}
