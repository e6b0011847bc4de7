import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ControlError } from './control.ts';
import { controlToken } from './stored-value.ts';

/** Something that the reader does, and how it ended. */
export interface Action {
  /** What was done last. */
  done: string;
  error: ControlError | undefined;
  /** Does it, and loads everything that the page shows again. Resolves with whether it succeeded. */
  run<T>(task: () => Promise<T>, describe: (result: T) => string): Promise<boolean>;
  /** Removes something, and moves the focus to the heading with this id, because the button that was pressed is gone. */
  remove(task: () => Promise<unknown>, done: string, heading: string): Promise<void>;
}

/** An action of a control. Show its outcome with `Outcome`. */
export function useAction(): Action {
  const { mutate } = useSWRConfig();
  const [outcome, setOutcome] = useState<Pick<Action, 'done' | 'error'>>({ done: '', error: undefined });
  const action: Action = {
    ...outcome,
    async remove(task, done, heading) {
      if (await action.run(task, () => done)) document.getElementById(heading)?.focus();
    },
    async run(task, describe) {
      // A screen reader says the same text again only if the region was empty in between.
      setOutcome({ done: '', error: undefined });
      try {
        const result = await task();
        await mutate(() => true);
        setOutcome({ done: describe(result), error: undefined });
        return true;
      } catch (error) {
        // Anything else is a bug of the page.
        if (!(error instanceof ControlError)) throw error;
        setOutcome({ done: '', error });
        return false;
      }
    },
  };
  return action;
}

/** Tells how an action ended, to screen readers too. */
export const Outcome = ({ action: { done, error } }: { action: Action }) => (
  <>
    <p role="status" className="outcome">
      {done}
    </p>
    <Problem error={error} />
  </>
);

/** Says why something could not be loaded or done; asks for the control token if that is the reason. */
export function Problem({ error }: { error: ControlError | undefined }) {
  if (!error) return null;
  const { status, message, problems = [] } = error;
  return (
    <div className="problem" role="alert">
      {problems.length > 1 ? (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : (
        <p>{message}</p>
      )}
      {status === 401 && <ControlTokenForm />}
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
    <form onSubmit={submit} className="row">
      <label>
        Value of --control-token{' '}
        <input
          type="password"
          autoComplete="off"
          pattern="[!-~]+"
          title="letters, digits and signs of ASCII"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <button type="submit">Use it in this tab</button>
    </form>
  );
}
