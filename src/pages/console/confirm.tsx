import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** What the button that confirms is called. */
  name: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
}

/** A dialog that asks before something is lost. Escape closes it, and the focus returns to where it was. */
export function Confirm({ title, name, onConfirm, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current!.open) dialog.current!.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="confirm" onClose={onClose}>
      <h2 id="confirm">{title}</h2>
      {children}
      <form method="dialog" className="row">
        <button type="submit">Cancel</button>
        <button type="submit" className="danger" onClick={onConfirm}>
          {name}
        </button>
      </form>
    </dialog>
  );
}
