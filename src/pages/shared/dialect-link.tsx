import { useControl } from './use-control.ts';

/** The dialect that is served, with a link to what each release changes. */
export function DialectLink() {
  const { data } = useControl('GET /__admin/health');
  return (
    data && (
      <span>
        Dialect {data.dialect} (<a href="/console#changes">changes of the API</a>)
      </span>
    )
  );
}
