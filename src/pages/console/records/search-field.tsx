import { useEffect, useState } from 'react';
import { replaceRoute } from '../route.ts';

const pauseMs = 200;

interface Props {
  /** What the address says. */
  search: string;
  /** The address of the list with another search. */
  hrefOf: (search: string) => string;
}

/** Searches while the reader types, after a short pause. The address keeps the search for the way back from a record. */
export function SearchField({ search, hrefOf }: Props) {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    setText(search);
  }
  useEffect(() => {
    if (text === search) return undefined;
    const timer = setTimeout(() => replaceRoute(hrefOf(text)), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <label>
      Search{' '}
      <input
        type="search"
        maxLength={200}
        placeholder="a text, or an id"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
