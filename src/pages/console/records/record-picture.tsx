import useSWR from 'swr';
import { openControl } from '../../shared/control.ts';
import { session, useStoredValue } from '../../shared/stored-value.ts';

interface Props {
  kind: string;
  id: number;
  field: string;
}

/** The picture of a field of a record. An image cannot send the headers of the page, so it is loaded before it is shown. */
export function RecordPicture({ kind, id, field }: Props) {
  const world = useStoredValue(session);
  const { data: url } = useSWR(['picture', kind, id, field, world], () => load(kind, id, field), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  return url ? <img className="picture" src={url} alt={`${field} of ${kind} ${id}`} /> : null;
}

async function load(kind: string, id: number, field: string): Promise<string> {
  const params = { kind, id: String(id), field };
  const response = await openControl('GET /__admin/records/{kind}/{id}/files/{field}', { params });
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The picture cannot be read.')));
    reader.readAsDataURL(blob);
  });
}
