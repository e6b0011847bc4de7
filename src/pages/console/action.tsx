import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { type ControlError, asControlError } from '../shared/control.ts';
import { Problem } from '../shared/problem.tsx';

/** Something that the reader does, and how it ended. */
export interface Action {
  /** What was done last. */
  done: string;
  error: ControlError | undefined;
  /** Does it, and loads everything that the page shows again. Resolves with whether it succeeded. */
  run<T>(task: () => Promise<T>, describe: (result: T) => string): Promise<boolean>;
}

/** An action of a control. Show its outcome with `Outcome`. */
export function useAction(): Action {
  const { mutate } = useSWRConfig();
  const [outcome, setOutcome] = useState<Pick<Action, 'done' | 'error'>>({ done: '', error: undefined });
  return {
    ...outcome,
    async run(task, describe) {
      // A screen reader says the same text again only if the region was empty in between.
      setOutcome({ done: '', error: undefined });
      try {
        const result = await task();
        await mutate(() => true);
        setOutcome({ done: describe(result), error: undefined });
        return true;
      } catch (error) {
        setOutcome({ done: '', error: asControlError(error) });
        return false;
      }
    },
  };
}

/** The problem of one of the members, which is shown at its field. */
export const problemAt = ({ error }: Action, ...members: string[]): string | undefined =>
  error?.member !== undefined && members.includes(error.member) ? error.message : undefined;

/** Tells how an action ended, to screen readers too. With `isAtField`, its problem is shown at a field instead. */
export function Outcome({ action: { done, error }, isAtField = false }: { action: Action; isAtField?: boolean }) {
  return (
    <>
      <p role="status" className="outcome">
        {done}
      </p>
      <Problem error={isAtField ? undefined : error} />
    </>
  );
}
