import type { ReactNode, RefObject } from 'react';
import { Problem } from './action.tsx';
import type { ControlError } from './control.ts';

interface Props {
  id: string;
  title: ReactNode;
  /** Why its content cannot be loaded. */
  error?: ControlError | undefined;
  /** The heading, if the address names the section; any other one is a card. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** A part of a page with a heading, which can get the focus when what had it is gone. */
export const Section = ({ id, title, error, heading, children }: Props) => (
  <section className={heading ? undefined : 'card'} aria-labelledby={id}>
    <h2 id={id} ref={heading} tabIndex={-1}>
      {title}
    </h2>
    <Problem error={error} />
    {children}
  </section>
);
