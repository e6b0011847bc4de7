import { type ReactNode, useId, useRef } from 'react';

interface Props {
  /** What the button that asks is called. */
  opener: string;
  title: string;
  /** What the button that confirms is called. */
  name: string;
  onConfirm: () => void;
  /** What happens then. */
  children: ReactNode;
}

/** A button with a dialog that asks before something is lost. Escape closes it, and the focus returns to the button. */
export function Confirm({ opener, title, name, onConfirm, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <button type="button" className="danger" onClick={() => dialog.current!.showModal()}>
        {opener}
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
        <form method="dialog" className="row">
          <button type="submit">Cancel</button>
          <button type="submit" className="danger" onClick={onConfirm}>
            {name}
          </button>
        </form>
      </dialog>
    </>
  );
}
