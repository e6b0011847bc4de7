import type { DescribedRecord } from '../../../control/records.ts';
import { useControl } from '../../shared/use-control.ts';
import { hrefOf } from '../route.ts';

interface Comment {
  id: number;
  body?: Record<string, string>;
  createdAt?: string;
  alignment?: number | null;
}

const maxDepth = 6;

/** The comments on a record with the answers to them, oldest first; nothing if there are none. */
export function Thread({ on, depth = 0 }: { on: string; depth?: number }) {
  const { data } = useControl('GET /__admin/records/{kind}', {
    params: { kind: 'comments' },
    query: { refersTo: on, through: 'commentable', first: 100 },
  });
  if (!data || data.records.length === 0) return null;
  const list = (
    <ol className="thread">
      {data.records.map((each) => (
        <li key={each.record.id}>
          <ThreadComment {...each} />
          {depth < maxDepth && <Thread on={`comments/${each.record.id}`} depth={depth + 1} />}
        </li>
      ))}
    </ol>
  );
  if (depth > 0) return list;
  return (
    <section aria-labelledby="thread">
      <h3 id="thread">Comments</h3>
      {list}
    </section>
  );
}

function ThreadComment({ record, title, links }: DescribedRecord) {
  const { id, body = {}, createdAt = '', alignment } = record as Comment;
  const author = links.find(({ field }) => field === 'authorId');
  const [locale, text] = Object.entries(body)[0] ?? ['', title ?? ''];
  return (
    <article>
      <p className="quiet">
        {author ? <a href={hrefOf(['records', 'users', author.id])}>{author.title}</a> : 'somebody'}
        {alignment === 1 && ', in favour'}
        {alignment === -1 && ', against'}, <time dateTime={createdAt}>{createdAt.slice(0, 16).replace('T', ' ')}</time>{' '}
        <a href={hrefOf(['records', 'comments', id])}>comment {id}</a>
      </p>
      <p className="text" lang={locale || undefined}>
        {text}
      </p>
    </article>
  );
}
