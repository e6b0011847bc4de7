import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useControl } from '../../../shared/use-control.ts';
import { type ControlProps, Field } from '../../field.tsx';
import type { FieldModel, FormValue } from './field-model.ts';

export type RecordFormState = UseFormReturn<Record<string, FormValue>>;

interface Props {
  form: RecordFormState;
  field: FieldModel;
  /** The name in the form, such as `settings.commentsEnabled`. */
  path: string;
  locales: readonly string[];
  error?: string | undefined;
}

const longText = /body|description|answer|text|report|announcement|notes|content/i;

/** A field of a record with the control for its type. */
export function FormField({ form, field, path, locales, error }: Props) {
  const { name, type, description, members } = field;
  if (type === 'object' || type === 'translations') {
    const held = form.getValues(path) as { [name: string]: FormValue };
    return (
      <fieldset className="field group">
        <legend>{name}</legend>
        {description && <p className="quiet">{description}</p>}
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        {type === 'object'
          ? members.map((member) => (
              <FormField
                key={member.name}
                form={form}
                field={member}
                path={`${path}.${member.name}`}
                locales={locales}
              />
            ))
          : Object.keys(held).map((locale) => (
              <Field key={locale} label={locale}>
                {(props) => (
                  <textarea
                    {...props}
                    {...form.register(`${path}.${locale}`)}
                    lang={locale}
                    rows={longText.test(name) ? 4 : 1}
                  />
                )}
              </Field>
            ))}
      </fieldset>
    );
  }
  return (
    <Field label={name} hint={hintOf(field)} error={error}>
      {(props) => <Control form={form} field={field} path={path} props={props} />}
    </Field>
  );
}

const hints: Partial<Record<string, string>> = {
  references: 'Ids, with commas between them.',
  json: 'JSON.',
  'stored-date-time': 'Such as 2027-03-12T18:00:00Z.',
  'stored-date': 'Such as 2027-03-12.',
};

const hintOf = ({ description, type, format, kind }: FieldModel): string | undefined =>
  [description, kind && `Refers to ${kind}.`, hints[format ?? ''] ?? hints[type]].filter(Boolean).join(' ') ||
  undefined;

function Control({ form, field, path, props }: Pick<Props, 'form' | 'field' | 'path'> & { props: ControlProps }) {
  const { type, choices, canBeEmpty, kind } = field;
  const control = { ...props, ...form.register(path) };
  if (choices.length > 0)
    return (
      <select {...control}>
        {canBeEmpty && <option value="">no value</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (type === 'json') return <textarea {...control} rows={4} spellCheck={false} />;
  if (type === 'reference')
    return (
      <>
        <input {...control} list={`${props.id}-records`} autoComplete="off" maxLength={200} />
        <Records id={`${props.id}-records`} form={form} path={path} kind={kind!} />
      </>
    );
  return <input {...control} inputMode={type === 'number' ? 'decimal' : undefined} autoComplete="off" />;
}

/** The records of a kind that the text of a reference finds. */
function Records({ id, form, path, kind }: { id: string; form: RecordFormState; path: string; kind: string }) {
  const text = useWatch({ control: form.control, name: path }) as unknown as string;
  const search = text.split('·').at(-1)!.trim();
  const { data } = useControl(
    'GET /__admin/records/{kind}',
    { params: { kind }, query: { first: 20, search } },
    { keepPreviousData: true },
  );
  return (
    <datalist id={id}>
      {data?.records.map(({ record, title }) => (
        <option key={record.id} value={`${record.id} · ${title ?? kind}`} />
      ))}
    </datalist>
  );
}
