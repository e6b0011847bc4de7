import type { RecordLink } from '../../../control/records.ts';
import { FoldedText } from './folded-text.tsx';
import { RecordLinks } from './record-links.tsx';
import { RecordPicture } from './record-picture.tsx';

interface Props {
  record: object;
  links: RecordLink[];
  /** The names of the objects around these fields, each with a dot, such as `closing.`. */
  prefix?: string;
  /** The kind of the record, whose pictures are shown; none are shown without it. */
  picturesOf?: string;
}

/** The fields of a record with their values; those without a value are named at the end. */
export function FieldList({ record, links, prefix = '', picturesOf }: Props) {
  const entries = Object.entries(record).filter(([, value]) => !isEmpty(value));
  const empty = Object.keys(record).filter((name) => !entries.some(([each]) => each === name));
  return (
    <dl className="fields">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {picturesOf !== undefined && isPicture(value) && (
              <RecordPicture kind={picturesOf} id={(record as { id: number }).id} field={name} />
            )}
            <Value name={prefix + name} value={value} links={links} />
          </dd>
        </div>
      ))}
      {empty.length > 0 && (
        <div>
          <dt>no value</dt>
          <dd className="quiet">{empty.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

const isPicture = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'contentType' in value &&
  String(value.contentType).startsWith('image/');

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function Value({ name, value, links }: { name: string; value: unknown; links: RecordLink[] }) {
  const own = links.filter(({ field }) => field === name);
  if (own.length > 0) return <RecordLinks links={own} />;
  if (typeof value === 'string') return <FoldedText text={value} />;
  if (typeof value !== 'object') return <code>{String(value)}</code>;
  if (isTranslations(value!)) return <Translations texts={value} />;
  if (Array.isArray(value)) return <List values={value} />;
  return <FieldList record={value!} links={links} prefix={`${name}.`} />;
}

function List({ values }: { values: unknown[] }) {
  if (values.every((each) => typeof each === 'string')) return <FoldedText text={values.join(', ')} />;
  return (
    <code>
      <FoldedText text={JSON.stringify(values)} />
    </code>
  );
}

const isTranslations = (value: object): value is Record<string, string> =>
  Object.entries(value).every(([locale, text]) => /^[a-z]{2,3}(-\w+)*$/.test(locale) && typeof text === 'string');

const Translations = ({ texts }: { texts: Record<string, string> }) => (
  <dl className="translations">
    {Object.entries(texts).map(([locale, text]) => (
      <div key={locale}>
        <dt>{locale}</dt>
        <dd lang={locale}>
          <FoldedText text={text} />
        </dd>
      </div>
    ))}
  </dl>
);
