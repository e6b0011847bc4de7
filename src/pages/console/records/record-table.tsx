import { type RefObject, useEffect, useState } from 'react';
import type { DescribedRecord, RecordLink, RecordList } from '../../../control/records.ts';
import { useControl } from '../../shared/control.ts';
import { kindInWords, formatNumber } from '../../shared/kinds.tsx';
import { Section } from '../../shared/section.tsx';
import { hrefOf, replaceRoute } from '../route.ts';

interface Props {
  kind: string;
  query: URLSearchParams;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The records of a kind, or those that a search finds or that refer to a record, page by page. */
export function RecordTable({ kind, query, heading }: Props) {
  const parameters = Object.fromEntries(query);
  const { refersTo, through, order, search = '' } = parameters;
  const { data, error } = useControl(
    'GET /__admin/records/{kind}',
    { params: { kind }, query: parameters },
    { keepPreviousData: true },
  );
  const href = (changes: Record<string, string | number | null>) =>
    hrefOf(['records', kind], { ...parameters, ...changes });
  return (
    <Section id="place" title={kindInWords(kind)} error={error} heading={heading}>
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
      <div className="row">
        <SearchField search={search} hrefOf={(text) => href({ search: text, after: null })} />
        <a href={href({ order: order === 'descending' ? null : 'descending', after: null })}>
          {order === 'descending' ? 'Oldest first' : 'Newest first'}
        </a>
        <a className="button" href={hrefOf(['records', kind, 'new'])}>
          New record
        </a>
      </div>
      {data && !error && (
        <>
          <p role="status" className="quiet">
            {describeCount(data, query)}
          </p>
          {data.records.length > 0 && <Rows kind={kind} records={data.records} />}
          <nav className="row" aria-label="Pages of records">
            {query.has('after') && <a href={href({ after: null })}>First page</a>}
            {data.next !== null && <a href={href({ after: data.next })}>Next page</a>}
          </nav>
        </>
      )}
    </Section>
  );
}

function describeCount({ count, total, records }: RecordList, query: URLSearchParams): string {
  if (total === 0) return 'There are no records of this kind yet. Create one with “New record”, or by a request.';
  if (count === 0) return `None of ${formatNumber(total)} records is found. Search for another text, or for an id.`;
  const found =
    query.get('search') || query.has('refersTo')
      ? `${formatNumber(count)} of ${formatNumber(total)}`
      : formatNumber(total);
  const shown = records.length < count ? `, ${records.length} on this page` : '';
  return `${found} ${total === 1 ? 'record' : 'records'}${shown}`;
}

const pauseMs = 200;

interface SearchProps {
  /** What the address says. */
  search: string;
  /** The address of the list with another search. */
  hrefOf: (search: string) => string;
}

/** Searches while the reader types, after a short pause. The address keeps the search for the way back from a record. */
function SearchField({ search, hrefOf: hrefOfSearch }: SearchProps) {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    setText(search);
  }
  useEffect(() => {
    if (text === search) return undefined;
    const timer = setTimeout(() => replaceRoute(hrefOfSearch(text)), pauseMs);
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

/** The records of a page of the list. */
function Rows({ kind, records }: { kind: string; records: DescribedRecord[] }) {
  const hasTitles = records.some(({ title }) => title !== null);
  const hasStates = records.some(({ record }) => 'state' in record);
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">Id</th>
          <th scope="col">{hasTitles ? 'Title' : 'Refers to'}</th>
          {hasStates && <th scope="col">State</th>}
        </tr>
      </thead>
      <tbody>
        {records.map(({ record, title, links }) => (
          <tr key={record.id}>
            <td>
              <a href={hrefOf(['records', kind, record.id])}>{record.id}</a>
            </td>
            <td>
              {hasTitles ? (
                <a href={hrefOf(['records', kind, record.id])}>{title ?? `${kindInWords(kind)} ${record.id}`}</a>
              ) : (
                <Links links={links} />
              )}
            </td>
            {hasStates && <td>{String((record as { state?: unknown }).state ?? '')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links to records that a record refers to. */
export const Links = ({ links }: { links: RecordLink[] }) => (
  <ul className="plain">
    {links.map(({ field, kind, id, title }) => (
      <li key={`${field} ${kind}/${id}`}>
        <a href={hrefOf(['records', kind, id])}>{title ?? `${kind}/${id}`}</a>{' '}
        {title !== null && (
          <span className="quiet">
            {kind}/{id}
          </span>
        )}
      </li>
    ))}
  </ul>
);
