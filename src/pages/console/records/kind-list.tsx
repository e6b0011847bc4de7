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
  return (
    <nav className="kinds" aria-label="Kinds of record">
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
