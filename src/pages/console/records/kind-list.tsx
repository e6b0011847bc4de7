import { useEffect, useRef } from 'react';
import { hrefOf } from '../route.ts';

interface Props {
  /** How many records there are of each kind. */
  counts: Record<string, number>;
  selected: string | undefined;
}

/** The kinds of record with their counts; those without records are folded. */
export function KindList({ counts, selected }: Props) {
  const kinds = Object.keys(counts);
  const empty = kinds.filter((kind) => counts[kind] === 0);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // In a narrow window, the list is a box of its own, which scrolls.
    const link = selected && nav.current!.querySelector<HTMLElement>('[aria-current]');
    if (link) nav.current!.scrollTop = link.offsetTop - nav.current!.clientHeight / 2;
  }, [selected]);
  return (
    <nav className="kinds" aria-label="Kinds of record" ref={nav}>
      <KindLinks kinds={kinds.filter((kind) => counts[kind]! > 0)} counts={counts} selected={selected} />
      {empty.length > 0 && (
        <details open={empty.includes(selected ?? '') || undefined}>
          <summary>
            {empty.length} empty {empty.length === 1 ? 'kind' : 'kinds'}
          </summary>
          <KindLinks kinds={empty} counts={counts} selected={selected} />
        </details>
      )}
    </nav>
  );
}

const KindLinks = ({ kinds, counts, selected }: Props & { kinds: string[] }) => (
  <ul>
    {kinds.map((kind) => (
      <li key={kind}>
        <a href={hrefOf(['records', kind])} aria-current={kind === selected ? 'true' : undefined}>
          {kind} <span className="quiet">{counts[kind]!.toLocaleString('en')}</span>
        </a>
      </li>
    ))}
  </ul>
);
