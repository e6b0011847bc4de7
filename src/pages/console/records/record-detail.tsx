import type { RefObject } from 'react';
import type { LinkedRecord, RecordLink } from '../../../control/records.ts';
import { Outcome, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { kindInWords, formatNumber } from '../../shared/kinds.tsx';
import { Section } from '../../shared/section.tsx';
import { Confirm } from '../confirm.tsx';
import { hrefOf, replaceRoute } from '../route.ts';
import { Links } from './record-table.tsx';

interface Props {
  kind: string;
  id: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** A record: its fields, the records that it refers to, and what refers to it. */
export function RecordDetail({ kind, id, heading }: Props) {
  const params = { kind, id };
  const { data, error } = useControl('GET /__admin/records/{kind}/{id}', { params });
  const action = useAction();
  async function remove() {
    await control('DELETE /__admin/records/{kind}/{id}', { params });
    // Before what is shown is loaded again: the record is not there any more.
    replaceRoute(hrefOf(['records', kind]));
  }
  return (
    <Section id="place" title={data?.title ?? `${kindInWords(kind)} ${id}`} error={error} heading={heading}>
      {data && !error && (
        <>
          <div className="row">
            <a className="button" href={hrefOf(['records', kind, id, 'edit'])}>
              Edit
            </a>
            <Confirm
              opener="Delete…"
              title={`Delete ${kind}/${id}?`}
              name="Delete"
              onConfirm={() => void action.run(remove, () => '')}
            >
              <p>The record is lost for good, unless a snapshot has it.</p>
            </Confirm>
          </div>
          <Outcome action={action} />
          <div className="detail">
            <Fields record={data.record} links={data.links} />
            <aside className="card" aria-labelledby="referrers">
              <h3 id="referrers">What refers to it</h3>
              <Referrers kind={kind} id={id} referrers={data.referrers} />
            </aside>
          </div>
        </>
      )}
    </Section>
  );
}

/** The fields of a record that have a value. */
const Fields = ({ record, links }: { record: object; links: RecordLink[] }) => (
  <dl className="fields">
    {Object.entries(record)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Value value={value} links={links.filter(({ field }) => field === name || field.startsWith(`${name}.`))} />
          </dd>
        </div>
      ))}
  </dl>
);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** A value as it is stored: markup is shown as text. */
function Value({ value, links }: { value: unknown; links: RecordLink[] }) {
  const isReference = links.length > 0 && links.every(({ field }) => !field.includes('.'));
  if (isReference) return <Links links={links} />;
  if (typeof value === 'string') return <span className="text">{value}</span>;
  if (isTranslations(value))
    return Object.entries(value).map(([locale, text]) => (
      <p key={locale} className="text" lang={locale}>
        <code className="quiet">{locale}</code> {text}
      </p>
    ));
  return (
    <>
      <code className="text">{JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined)}</code>
      <Links links={links} />
    </>
  );
}

const isTranslations = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  Object.entries(value!).every(([locale, text]) => /^[a-z]{2,3}(-\w+)*$/.test(locale) && typeof text === 'string');

function Referrers({ kind, id, referrers }: Pick<LinkedRecord, 'referrers'> & { kind: string; id: string }) {
  if (referrers.length === 0)
    return <p className="quiet">No record refers to it. Comments, votes, follows and the like would be here.</p>;
  return (
    <ul className="plain">
      {referrers.map(({ kind: from, field, count }) => (
        <li key={`${from} ${field}`}>
          <a href={hrefOf(['records', from], { refersTo: `${kind}/${id}`, through: field })}>{kindInWords(from)}</a>{' '}
          {formatNumber(count)}{' '}
          <span className="quiet">
            by <code>{field}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
