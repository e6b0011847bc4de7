import type { RefObject } from 'react';
import type { RecordList } from '../../../control/records.ts';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { hrefOf } from '../route.ts';
import { RecordRows } from './record-rows.tsx';
import { SearchField } from './search-field.tsx';

interface Props {
  kind: string;
  query: URLSearchParams;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The records of a kind, or those that a search finds or that refer to a record, page by page. */
export function RecordTable({ kind, query, heading }: Props) {
  const parameters = Object.fromEntries(query);
  const { refersTo, through, order } = parameters;
  const { data, error } = useControl(
    'GET /__admin/records/{kind}',
    { params: { kind }, query: parameters },
    { keepPreviousData: true },
  );
  const href = (changes: Record<string, string | number | null>) =>
    hrefOf(['records', kind], { ...parameters, ...changes });
  return (
    <>
      <h2 id="place" ref={heading} tabIndex={-1}>
        {kind}
      </h2>
      {refersTo && (
        <p>
          Only those that refer to <a href={`#records/${refersTo}`}>{refersTo}</a>
          {through && (
            <>
              {' '}
              by <code>{through}</code>
            </>
          )}
          . <a href={href({ refersTo: null, through: null, after: null })}>Show all</a>
        </p>
      )}
      <div className="tools">
        <SearchField search={query.get('search') ?? ''} hrefOf={(search) => href({ search, after: null })} />
        <a href={href({ order: order === 'descending' ? null : 'descending', after: null })}>
          {order === 'descending' ? 'Oldest first' : 'Newest first'}
        </a>
        <a className="button" href={hrefOf(['records', kind, 'new'])}>
          New record
        </a>
      </div>
      <p role="status" className="quiet count">
        {data && !error && describeCount(data, query)}
      </p>
      <Problem error={error} />
      {data && !error && data.records.length > 0 && <RecordRows kind={kind} records={data.records} />}
      {data && !error && (
        <nav className="pager" aria-label="Pages of records">
          {query.has('after') && <a href={href({ after: null })}>First page</a>}
          {data.next !== null && <a href={href({ after: data.next })}>Next page</a>}
        </nav>
      )}
    </>
  );
}

const number = (value: number): string => value.toLocaleString('en');

function describeCount({ count, total, records }: RecordList, query: URLSearchParams): string {
  const found = query.get('search') || query.has('refersTo') ? `${number(count)} of ${number(total)}` : number(total);
  const shown = records.length < count ? `, ${records.length} on this page` : '';
  return `${found} ${total === 1 ? 'record' : 'records'}${shown}`;
}
