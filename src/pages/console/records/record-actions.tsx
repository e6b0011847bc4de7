import { useControl } from '../../shared/use-control.ts';
import { control } from '../../shared/control.ts';
import { session, useStoredValue } from '../../shared/stored-value.ts';
import { Outcome, useAction } from '../action.tsx';
import { Confirm } from '../confirm.tsx';
import { hrefOf, replaceRoute } from '../route.ts';

/** What can be done with a record: edit it, delete it, read it with GraphQL. */
export function RecordActions({ kind, id }: { kind: string; id: string }) {
  const params = { kind, id };
  const { data } = useControl('GET /__admin/records/{kind}/{id}/query', { params });
  const world = useStoredValue(session);
  const action = useAction();
  async function remove() {
    await control('DELETE /__admin/records/{kind}/{id}', { params });
    // Before what is shown is loaded again: the record is not there any more.
    replaceRoute(hrefOf(['records', kind]));
  }
  const parameters = { query: data?.query ?? '', ...(world && { session: world }) };
  return (
    <>
      <div className="row">
        <a className="button" href={hrefOf(['records', kind, id, 'edit'])}>
          Edit
        </a>
        <Confirm
          opener="Delete…"
          title={`Delete ${kind} ${id}?`}
          name="Delete"
          onConfirm={() => void action.run(remove, () => '')}
        >
          <p>The record is lost for good, unless a snapshot has it.</p>
        </Confirm>
        {data?.query && <a href={`/explorer?${new URLSearchParams(parameters).toString()}`}>Open as GraphQL</a>}
      </div>
      <Outcome action={action} />
    </>
  );
}
