import { Problem } from '../../shared/action.tsx';
import { useControl } from '../../shared/control.ts';
import { Kinds, kindInWords } from '../../shared/kinds.tsx';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { type Route, hrefOf, useFocusOnChange } from '../route.ts';
import { RecordDetail } from './record-detail.tsx';
import { EditRecord, NewRecord } from './record-editor.tsx';
import { RecordTable } from './record-table.tsx';

/** The records by kind: `#records`, `#records/proposals`, `#records/proposals/3`, also with `/edit`, and `#records/proposals/new`. */
export function Records({ path: [kind, id, action], query }: Route) {
  const { data, error } = useControl('GET /__admin/health');
  const world = useStoredValue(session);
  const place = [kind, id, action].filter(Boolean).join('/');
  const heading = useFocusOnChange(place);
  if (!data || !kind)
    return (
      <>
        <h2 ref={heading} tabIndex={-1}>
          Records
        </h2>
        <Problem error={error} />
        {data && <Kinds counts={data.records} />}
      </>
    );
  return (
    <>
      <nav className="row quiet" aria-label="Place">
        <a href="#records">Records</a>
        {id && (
          <>
            {' '}
            / <a href={hrefOf(['records', kind])}>{kindInWords(kind)}</a>
          </>
        )}
        {action && (
          <>
            {' '}
            / <a href={hrefOf(['records', kind, id!])}>{id}</a>
          </>
        )}
      </nav>
      {/* Another record, or another world, has an editor of its own. */}
      <div key={`${place} ${world}`}>
        {id === 'new' ? (
          <NewRecord kind={kind} heading={heading} />
        ) : action === 'edit' ? (
          <EditRecord kind={kind} id={id!} heading={heading} />
        ) : id ? (
          <RecordDetail kind={kind} id={id} heading={heading} />
        ) : (
          <RecordTable kind={kind} query={query} heading={heading} />
        )}
      </div>
    </>
  );
}
