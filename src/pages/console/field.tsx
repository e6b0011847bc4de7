import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  hint?: string;
  children: (props: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** A control with its label and a hint. */
export function Field({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint && `${id}-hint` })}
      {hint && (
        <p id={`${id}-hint`} className="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
