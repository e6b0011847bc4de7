import { useControl } from '../../shared/use-control.ts';

interface Seen {
  operationName: string | null;
  coordinates: string[];
}

/** The names of the last requests' operations and fields: the lists `operations` and `coordinates` for inputs. */
export function Suggestions() {
  const { data } = useControl<{ requests: Seen[] }>('/requests');
  const requests = data?.requests ?? [];
  return (
    <>
      <NameList id="operations" names={requests.map(({ operationName }) => operationName)} />
      <NameList id="coordinates" names={requests.flatMap(({ coordinates }) => coordinates)} />
    </>
  );
}

const NameList = ({ id, names }: { id: string; names: (string | null)[] }) => (
  <datalist id={id}>{[...new Set(names)].map((name) => name !== null && <option key={name} value={name} />)}</datalist>
);
