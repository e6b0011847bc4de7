import { type FormEvent, useState } from 'react';
import { Field } from '../field.tsx';

interface Props {
  label: string;
  /** What the button is called. */
  button: string;
  /** Resolves with whether the name was used; the field is empty then. */
  onSubmit(name: string): Promise<boolean>;
}

/** Asks for the name of something new. */
export function NameForm({ label, button, onSubmit }: Props) {
  const [name, setName] = useState('');
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await onSubmit(name)) setName('');
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label={label}>
        {(props) => (
          <span className="row">
            <input {...props} required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
            <button type="submit">{button}</button>
          </span>
        )}
      </Field>
    </form>
  );
}
