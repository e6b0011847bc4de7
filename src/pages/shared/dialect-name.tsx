import { useControl } from './use-control.ts';

/** The dialect that is served. */
export function DialectName() {
  const { data } = useControl('GET /__admin/health');
  return data && <span>Dialect {data.dialect}</span>;
}
