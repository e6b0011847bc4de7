import type { RefObject } from 'react';
import type { LinkedRecord } from '../../../control/records.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { hrefOf } from '../route.ts';
import { FieldList } from './field-list.tsx';
import { RecordActions } from './record-actions.tsx';
import { Thread } from './thread.tsx';

interface Props {
  kind: string;
  id: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** A record: its fields, the records that it refers to, and what refers to it. */
export function RecordDetail({ kind, id, heading }: Props) {
  const { data, error } = useControl('GET /__admin/records/{kind}/{id}', { params: { kind, id } });
  return (
    <>
      <p className="crumbs">
        <a href={hrefOf(['records', kind])}>{kind}</a> / {id}
      </p>
      <h2 id="place" ref={heading} tabIndex={-1}>
        {data?.title ?? `${kind} ${id}`}
      </h2>
      <Problem error={error} />
      {data && !error && (
        <div className="detail">
          <div>
            <RecordActions kind={kind} id={id} />
            <FieldList record={data.record} links={data.links} picturesOf={kind} />
            {data.referrers.some(({ kind: from, field }) => from === 'comments' && field === 'commentable') && (
              <Thread on={`${kind}/${id}`} />
            )}
            <Json value={data.record} name={`${kind} ${id}`} />
          </div>
          <aside aria-labelledby="referrers">
            <h3 id="referrers">What refers to it</h3>
            <Referrers kind={kind} id={id} referrers={data.referrers} />
            {kind === 'users' && (
              <p>
                <a href={hrefOf(['tokens', id])}>Issue a token for this user</a>
              </p>
            )}
          </aside>
        </div>
      )}
    </>
  );
}

function Referrers({ kind, id, referrers }: Pick<LinkedRecord, 'referrers'> & { kind: string; id: string }) {
  if (referrers.length === 0) return <p className="quiet">No record refers to it.</p>;
  return (
    <ul className="links">
      {referrers.map(({ kind: from, field, count }) => (
        <li key={`${from} ${field}`}>
          <a href={hrefOf(['records', from], { refersTo: `${kind}/${id}`, through: field })}>{from}</a>{' '}
          {count.toLocaleString('en')}{' '}
          <span className="quiet">
            by <code>{field}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Json({ value, name }: { value: object; name: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className="json">
      <CopyButton text={text} name="Copy as JSON" />
      <details>
        <summary>JSON</summary>
        <pre tabIndex={0} aria-label={`${name} as JSON`}>
          {text}
        </pre>
      </details>
    </div>
  );
}
