import type { DescribedRecord } from '../../../control/records.ts';
import { hrefOf } from '../route.ts';
import { RecordLinks } from './record-links.tsx';
import { marksOf } from './record-marks.ts';

type Fields = Record<string, unknown>;

/** The records of a page of the list. */
export function RecordRows({ kind, records }: { kind: string; records: DescribedRecord[] }) {
  const hasTitles = records.some(({ title }) => title !== null);
  const hasMarks = records.some(({ record }) => marksOf(record).length > 0);
  const times = ['createdAt', 'updatedAt'].filter((field) => records.some(({ record }) => field in record));
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">Id</th>
          <th scope="col">{hasTitles ? 'Title' : 'Refers to'}</th>
          {hasMarks && <th scope="col">State</th>}
          {times.map((field) => (
            <th key={field} scope="col" className="time">
              {field === 'createdAt' ? 'Created' : 'Updated'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map(({ record, title, links }) => (
          <tr key={record.id}>
            <td className="id">
              {hasTitles ? record.id : <a href={hrefOf(['records', kind, record.id])}>{record.id}</a>}
            </td>
            <td className="title">
              {hasTitles ? (
                <a href={hrefOf(['records', kind, record.id])}>{title ?? `${kind} ${record.id}`}</a>
              ) : (
                <RecordLinks links={links} />
              )}
            </td>
            {hasMarks && <td>{marksOf(record).join(', ')}</td>}
            {times.map((field) => (
              <td key={field} className="time">
                <Time value={(record as Fields)[field]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A date-time to the minute; the whole text is in its title. */
const Time = ({ value }: { value: unknown }) =>
  typeof value === 'string' ? (
    <time dateTime={value} title={value}>
      {value.slice(0, 16).replace('T', ' ')}
    </time>
  ) : null;
