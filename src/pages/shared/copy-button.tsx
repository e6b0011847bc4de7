import { useState } from 'react';

interface Props {
  text: string;
  /** What the button is called; "Copy" by default. */
  name?: string;
  /** What is copied, such as "the token of Ada", if the name does not say it. */
  label?: string;
}

/** A button that copies a text. */
export function CopyButton({ text, name = 'Copy', label }: Props) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  return (
    <button type="button" className="small" aria-label={label && `${name} ${label}`} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : name}</span>
    </button>
  );
}
