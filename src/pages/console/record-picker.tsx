import { useId, useState } from 'react';
import { useControl } from '../shared/control.ts';
import { kindInWords } from '../shared/kinds.tsx';

interface Props {
  label: string;
  kind: string;
  /** What the button is called that takes the record. */
  name: string;
  onPick: (id: number) => void;
}

/** Finds a record of a kind by a part of its texts, or by its id, while the reader types. */
export function RecordPicker({ label, kind, name, onPick }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  // A choice from the list is "4 · Participant".
  const [chosen] = /^\d+(?= ·|$)/.exec(text.trim()) ?? [];
  const search = chosen ?? text.trim();
  const { data } = useControl(
    'GET /__admin/records/{kind}',
    { params: { kind }, query: { first: 20, ...(search && { search }) } },
    { keepPreviousData: true },
  );
  const isKnown = data?.records.some(({ record }) => String(record.id) === chosen);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          id={id}
          list={`${id}-records`}
          autoComplete="off"
          maxLength={200}
          placeholder={`${kindInWords(kind)}: a text or an id`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="button" disabled={!isKnown} onClick={() => onPick(Number(chosen))}>
          {name}
        </button>
      </div>
      <datalist id={`${id}-records`}>
        {data?.records.map(({ record, title }) => (
          <option key={record.id} value={`${record.id} · ${title ?? kindInWords(kind)}`} />
        ))}
      </datalist>
    </div>
  );
}
