import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { KindDescription } from '../../../../control/records.ts';
import { ControlError, asControlError, control } from '../../../shared/control.ts';
import { Problem } from '../../../shared/problem.tsx';
import { useControl } from '../../../shared/use-control.ts';
import { hrefOf } from '../../route.ts';
import { type FieldModel, type FormValue, fieldsOf, fromForm, toForm } from './field-model.ts';
import { FormField } from './form-field.tsx';

type Fields = Record<string, unknown>;

/** How the data of a form is loaded: what the reader has typed stays, also while it is loaded again with another control token. */
export const formLoading = { revalidateOnFocus: false, keepPreviousData: true };

interface Props {
  kind: string;
  /** The record that is edited; without one, a new one is created. */
  record?: { id: number };
}

/** A form for a record, made from the schema of its kind. */
export function RecordForm({ kind, record }: Props) {
  const { data, error } = useControl('GET /__admin/kinds/{kind}', { params: { kind } }, formLoading);
  return (
    <>
      <Problem error={error} />
      {data && <Form key={`${kind} ${record?.id}`} kind={kind} description={data} record={record} />}
    </>
  );
}

interface FormProps {
  kind: string;
  description: KindDescription;
  record: Fields | undefined;
}

function Form({ kind, description, record }: FormProps) {
  const { mutate } = useSWRConfig();
  const { locales } = description;
  const fields = fieldsOf(description, record);
  const initial = Object.fromEntries(fields.map((field) => [field.name, toForm(field, record?.[field.name], locales)]));
  const form = useForm<Record<string, FormValue>>({ defaultValues: initial });
  const { errors, isSubmitting, submitCount } = form.formState;
  const errorAt = (name: string) => errors[name]?.message;
  const place = record ? [kind, String(record['id'])] : [kind];
  const [problem, setProblem] = useState<ControlError>();
  const element = useRef<HTMLDivElement>(null);
  // A form is longer than the window, and the button is at its end.
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [submitCount]);

  async function save(held: Record<string, FormValue>) {
    try {
      const changed = fields.filter(({ name }) => JSON.stringify(held[name]) !== JSON.stringify(initial[name]));
      const body = Object.fromEntries(changed.flatMap((field) => readField(field, held)));
      const { id } = record
        ? await control('PATCH /__admin/records/{kind}/{id}', { params: { kind, id: String(record['id']) }, body })
        : await control('POST /__admin/records/{kind}', { params: { kind }, body });
      await mutate(() => true);
      location.assign(hrefOf(['records', kind, id]));
    } catch (caught) {
      const error = asControlError(caught);
      for (const [name, messages] of problemsByField(error, place.join(' '), fields)) {
        const message = messages.join('\n');
        if (name === 'root') setProblem(new ControlError(error.status, message));
        else form.setError(name, { message });
      }
    }
  }

  const isMain = ({ name, isNeeded }: FieldModel) =>
    record ? (record[name] ?? null) !== null && JSON.stringify(record[name]) !== '[]' : isNeeded;
  const main = fields.filter(isMain);
  const others = fields.filter((field) => !isMain(field));
  const show = (field: FieldModel) => (
    <FormField
      key={field.name}
      form={form}
      field={field}
      path={field.name}
      locales={locales}
      error={errorAt(field.name)}
    />
  );
  return (
    <div ref={element}>
      <form
        className="record-form"
        onSubmit={(event) => {
          form.clearErrors();
          setProblem(undefined);
          void form.handleSubmit(save)(event);
        }}
      >
        {!record && <p className="quiet">The server fills in what you leave empty.</p>}
        {main.map(show)}
        {others.length > 0 && (
          <details open={main.length === 0 || others.some(({ name }) => errorAt(name) !== undefined) || undefined}>
            <summary>{record ? `${others.length} fields without a value` : `${others.length} more fields`}</summary>
            {others.map(show)}
          </details>
        )}
        <p className="row">
          <button type="submit" className="primary" disabled={isSubmitting}>
            {record ? 'Save the changes' : 'Create it'}
          </button>
          <a href={hrefOf(['records', ...place])}>Cancel</a>
        </p>
      </form>
      {/* It has a form of its own if the control token is missing. */}
      <Problem error={problem} />
    </div>
  );
}

/** The member of a request for a field, or an empty list if the field is left out. A text that must be JSON and is not is a problem of the field. */
function readField(field: FieldModel, held: Record<string, FormValue>): [string, unknown][] {
  try {
    const value = fromForm(field, held[field.name]!);
    return value === undefined ? [] : [[field.name, value]];
  } catch (error) {
    const message = `${field.name}: The text is not JSON: ${(error as Error).message}`;
    throw new ControlError(400, message, field.name, [message]);
  }
}

/** What is wrong, by the fields that the problems name after the record; the rest is at `root`. */
function problemsByField(error: ControlError, record: string, fields: readonly FieldModel[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const problem of error.problems ?? [error.message]) {
    const text = problem.startsWith(`${record}: `) ? problem.slice(record.length + 2) : problem;
    const field = fields.find(({ name }) => text.startsWith(`${name}: `) || text.startsWith(`${name}.`));
    const name = field?.name ?? 'root';
    const message = field && text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
    found.set(name, [...(found.get(name) ?? []), message]);
  }
  return found;
}
