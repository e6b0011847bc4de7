import { type FormEvent, type RefObject, useState } from 'react';
import type { KindDescription } from '../../../control/records.ts';
import { Outcome, Problem, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { parseJson } from '../../shared/json.ts';
import { kindInWords } from '../../shared/kinds.tsx';
import { Field } from '../field.tsx';
import { RecordPicker } from '../record-picker.tsx';
import { hrefOf } from '../route.ts';

/** The part of JSON Schema that the schemas of records have. */
interface FieldSchema {
  type?: string | string[];
  nullable?: boolean;
  default?: unknown;
  enum?: unknown[];
  description?: string;
  organizationLocales?: boolean;
  references?: string;
  items?: FieldSchema;
}
interface RecordSchema {
  properties: Record<string, FieldSchema>;
  required: string[];
}
type Values = Record<string, unknown>;

interface Props {
  kind: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

// A record that the reader edits does not change under their hands.
const once = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false };
const useKind = (kind: string) => useControl('GET /__admin/kinds/{kind}', { params: { kind } }, once);

/** Creates a record. */
export function NewRecord({ kind, heading }: Props) {
  const { data, error } = useKind(kind);
  return (
    <section aria-labelledby="place">
      <h2 id="place" ref={heading} tabIndex={-1}>
        New record of {kind}
      </h2>
      <Problem error={error} />
      {data && (
        <RecordForm
          kind={kind}
          description={data}
          record={templateOf(data)}
          hint="The server fills in what you leave out."
          name="Create it"
          save={(values) => control('POST /__admin/records/{kind}', { params: { kind }, body: values })}
        />
      )}
    </section>
  );
}

/** Edits a record. */
export function EditRecord({ kind, id, heading }: Props & { id: string }) {
  const params = { kind, id };
  const { data: description } = useKind(kind);
  const { data, error } = useControl('GET /__admin/records/{kind}/{id}', { params }, once);
  const record = data?.record as Values | undefined;
  return (
    <section aria-labelledby="place">
      <h2 id="place" ref={heading} tabIndex={-1}>
        Edit {kind}/{id}
      </h2>
      <Problem error={error} />
      {description && record && (
        <RecordForm
          kind={kind}
          description={description}
          record={record}
          hint="Only what you change is sent. A member that you remove becomes null."
          name="Save the changes"
          save={(values) => control('PATCH /__admin/records/{kind}/{id}', { params, body: changesOf(record, values) })}
        />
      )}
    </section>
  );
}

/** The texts that a new record needs; the server chooses the records to which it refers. */
function templateOf({ schema, locales }: KindDescription): Values {
  const { properties, required } = schema as unknown as RecordSchema;
  const needed = required.filter((name) => !properties[name]!.nullable && !('default' in properties[name]!));
  return Object.fromEntries(
    needed
      .filter((name) => properties[name]!.organizationLocales)
      .map((name) => [name, Object.fromEntries(locales.map((locale) => [locale, '']))]),
  );
}

function changesOf(before: Values, after: Values): Values {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

interface FormProps {
  kind: string;
  description: KindDescription;
  record: Values;
  hint: string;
  /** What the button is called. */
  name: string;
  save: (values: Values) => Promise<{ id: number }>;
}

/** Edits a record as JSON; what is wrong with it, the control API says. */
function RecordForm({ kind, description, record, hint, name, save }: FormProps) {
  const [text, setText] = useState(JSON.stringify(record, null, 2));
  const action = useAction();
  const { properties } = description.schema as unknown as RecordSchema;
  function submit(event: FormEvent) {
    event.preventDefault();
    void action.run(
      async () => {
        const { id } = await save(parseJson(text));
        location.hash = hrefOf(['records', kind, id]);
      },
      () => '',
    );
  }
  const refer = (field: string, id: number) =>
    action.run(
      async () => {
        const values = parseJson<Values>(text);
        const ids = (values[field] ?? []) as number[];
        values[field] = properties[field]!.items ? [...new Set([...ids, id])] : id;
        setText(JSON.stringify(values, null, 2));
      },
      () => `${field} refers to ${id} now.`,
    );
  return (
    <div className="detail">
      <form onSubmit={submit}>
        <Field label="Record, as JSON" hint={hint}>
          {(props) => (
            <textarea
              {...props}
              className="code"
              rows={Math.min(30, Math.max(12, text.split('\n').length))}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="row">
          <button type="submit" className="primary">
            {name}
          </button>
          <a href={hrefOf(['records', kind, ...('id' in record ? [String(record['id'])] : [])])}>Cancel</a>
        </div>
        <Outcome action={action} />
      </form>
      <aside className="card" aria-labelledby="fields">
        <References properties={properties} onPick={(field, id) => void refer(field, id)} />
        <h3 id="fields">Fields of {kind}</h3>
        <p className="quiet">{withoutMarkdown(description.description)}</p>
        <dl className="fields">
          {Object.entries(properties).map(([field, schema]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{describe(schema)}</dd>
            </div>
          ))}
        </dl>
      </aside>
    </div>
  );
}

/** Finds the records to which fields refer, so that nobody has to know their ids. */
function References({ properties, onPick }: { properties: Values; onPick: (field: string, id: number) => void }) {
  const kinds = Object.entries(properties).flatMap(([field, schema]) => {
    const { references, items } = schema as FieldSchema;
    const kind = references ?? items?.references;
    return kind ? [{ field, kind }] : [];
  });
  const [chosen, setChosen] = useState(kinds[0]?.field);
  const found = kinds.find(({ field }) => field === chosen);
  if (!found) return null;
  return (
    <>
      <h3>Refer to a record</h3>
      <Field label="Field">
        {(props) => (
          <select {...props} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {kinds.map(({ field, kind }) => (
              <option key={field} value={field}>
                {field}: {kindInWords(kind)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <RecordPicker
        key={chosen}
        label="Record"
        kind={found.kind}
        name="Use it"
        onPick={(id) => onPick(found.field, id)}
      />
    </>
  );
}

/** A field in a few words. */
const describe = ({
  description,
  type,
  enum: values,
  references,
  items,
  nullable,
  default: initial,
}: FieldSchema): string =>
  [
    description && withoutMarkdown(description),
    (references ?? items?.references) && `Refers to ${references ?? items?.references}.`,
    values && `One of ${values.filter((each) => each !== null).join(', ')}.`,
    !description && !references && !values && type && `${[type].flat().join(' or ')}.`,
    nullable && 'Can be null.',
    initial !== undefined && `Default: ${JSON.stringify(initial)}.`,
  ]
    .filter(Boolean)
    .join(' ');

const withoutMarkdown = (text: string): string => text.replaceAll('`', '');
