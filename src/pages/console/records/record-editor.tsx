import { Fragment, type RefObject } from 'react';
import { Problem } from '../../shared/problem.tsx';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { useControl } from '../../shared/use-control.ts';
import { hrefOf } from '../route.ts';
import { RecordForm, formLoading } from './form/record-form.tsx';

interface Props {
  kind: string;
  /** The id of the record that is edited, or `new`. */
  id: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The place where a record is created or edited. */
export function RecordEditor({ kind, id, heading }: Props) {
  const world = useStoredValue(session);
  return (
    <>
      <p className="crumbs">
        <a href={hrefOf(['records', kind])}>{kind}</a> /{' '}
        {id === 'new' ? 'new' : <a href={hrefOf(['records', kind, id])}>{id}</a>}
      </p>
      <h2 id="place" ref={heading} tabIndex={-1}>
        {id === 'new' ? `New record of ${kind}` : `Edit ${kind} ${id}`}
      </h2>
      {/* Another record, or another world, has a form of its own. */}
      <Fragment key={[kind, id, world].join(' ')}>
        {id === 'new' ? <RecordForm kind={kind} /> : <Edited kind={kind} id={id} />}
      </Fragment>
    </>
  );
}

function Edited({ kind, id }: Pick<Props, 'kind' | 'id'>) {
  const { data, error } = useControl('GET /__admin/records/{kind}/{id}', { params: { kind, id } }, formLoading);
  return (
    <>
      <Problem error={error} />
      {data && <RecordForm kind={kind} record={data.record} />}
    </>
  );
}
