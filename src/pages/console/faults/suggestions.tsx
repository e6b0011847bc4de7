import { useControl } from '../../shared/use-control.ts';

// A browser is slow with thousands of options.
const maxNames = 100;

/**
 * Names that contain the text of an input, whatever the case: those of the last requests first. They are the lists `operations`,
 * and `coordinates` with every field of the schema.
 */
export function Suggestions({ text }: { text: string }) {
  const { data } = useControl('GET /__admin/requests');
  const { data: schema } = useControl('GET /__admin/coordinates', {}, { revalidateOnFocus: false });
  const requests = data?.requests ?? [];
  const coordinates = [...requests.flatMap((each) => each.coordinates), ...(schema?.coordinates ?? [])];
  return (
    <>
      <NameList id="operations" names={requests.map(({ operationName }) => operationName)} text={text} />
      <NameList id="coordinates" names={coordinates} text={text} />
    </>
  );
}

function NameList({ id, names, text }: { id: string; names: (string | null)[]; text: string }) {
  const searched = text.trim().toLowerCase();
  const found = [...new Set(names)].filter((name) => name?.toLowerCase().includes(searched)).slice(0, maxNames);
  return (
    <datalist id={id}>
      {found.map((name) => (
        <option key={name} value={name!} />
      ))}
    </datalist>
  );
}
