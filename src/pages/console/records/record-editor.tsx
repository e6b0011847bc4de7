import type { RefObject } from 'react';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { hrefOf } from '../route.ts';
import { RecordForm } from './form/record-form.tsx';

interface Props {
  kind: string;
  /** The id of the record that is edited, or `new`. */
  id: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The place where a record is created or edited. */
export const RecordEditor = ({ kind, id, heading }: Props) => (
  <>
    <p className="crumbs">
      <a href={hrefOf(['records', kind])}>{kind}</a> /{' '}
      {id === 'new' ? 'new' : <a href={hrefOf(['records', kind, id])}>{id}</a>}
    </p>
    <h2 id="place" ref={heading} tabIndex={-1}>
      {id === 'new' ? `New record of ${kind}` : `Edit ${kind} ${id}`}
    </h2>
    {id === 'new' ? <RecordForm kind={kind} /> : <Edited kind={kind} id={id} />}
  </>
);

function Edited({ kind, id }: Pick<Props, 'kind' | 'id'>) {
  // What the reader types must not be replaced by what the server says meanwhile.
  const { data, error } = useControl(
    'GET /__admin/records/{kind}/{id}',
    { params: { kind, id } },
    { revalidateOnFocus: false },
  );
  return (
    <>
      <Problem error={error} />
      {data && <RecordForm kind={kind} record={data.record} />}
    </>
  );
}
