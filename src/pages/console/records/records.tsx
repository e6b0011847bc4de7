import { useEffect, useRef } from 'react';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import type { Route } from '../route.ts';
import { KindList } from './kind-list.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordEditor } from './record-editor.tsx';
import { RecordTable } from './record-table.tsx';
import './records.css';

/** The records by kind: `#records`, `#records/proposals`, `#records/proposals/3`, also with `/edit`, and `#records/proposals/new`. */
export function Records({ path: [named, id, action], query }: Route) {
  const { data, error } = useControl('GET /__admin/health');
  const kind = named || (data && firstKind(data.records));
  const place = [kind, id ?? '', action].filter(Boolean).join('/');
  const heading = useFocusOnChange(named ? place : '');
  return (
    <>
      <Problem error={error} />
      <div className="records">
        {data && <KindList counts={data.records} selected={kind} />}
        {kind && (
          <section key={place} aria-labelledby="place">
            {id === 'new' || action === 'edit' ? (
              <RecordEditor kind={kind} id={id!} heading={heading} />
            ) : id ? (
              <RecordDetail kind={kind} id={id} heading={heading} />
            ) : (
              <RecordTable kind={kind} query={query} heading={heading} />
            )}
          </section>
        )}
      </div>
    </>
  );
}

const firstKind = (counts: Record<string, number>): string | undefined =>
  counts['proposals'] ? 'proposals' : Object.keys(counts).find((kind) => counts[kind]! > 0);

/** Moves the focus to a heading when the place changes, because the link that the reader followed is no longer there. */
function useFocusOnChange(place: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(place);
  useEffect(() => {
    if (previous.current !== place) heading.current?.focus();
    previous.current = place;
  }, [place]);
  return heading;
}
