import { useState } from 'react';

const foldedLength = 400;
const maxLength = 600;

/** A text, of which a long one is folded. Markup is shown as it is stored. */
export function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= maxLength) return <span className="text">{text}</span>;
  return (
    <>
      <span className="text">{isOpen ? text : `${text.slice(0, foldedLength)}…`}</span>{' '}
      <button type="button" className="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Fold' : `Show all ${text.length.toLocaleString('en')} characters`}
      </button>
    </>
  );
}
