import type { RecordLink } from '../../../control/records.ts';
import { hrefOf } from '../route.ts';

/** Links to records that a record refers to. */
export const RecordLinks = ({ links }: { links: RecordLink[] }) => (
  <ul className="links">
    {links.map(({ field, kind, id, title }) => (
      <li key={`${field} ${kind}/${id}`}>
        <a href={hrefOf(['records', kind, id])}>
          {kind} {id}
        </a>
        {title !== null && <> {title}</>}
      </li>
    ))}
  </ul>
);
