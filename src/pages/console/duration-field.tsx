import { useId } from 'react';

const units = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;

/** A duration as a reader writes it. */
export interface Amount {
  count: string;
  unit: (typeof units)[number];
}

/** The ISO 8601 duration of an amount, such as `PT5M`. The server refuses it if the count is not a natural number. */
export const formatDuration = ({ count, unit }: Amount): string => {
  const letter = unit[0]!.toUpperCase();
  return ['seconds', 'minutes', 'hours'].includes(unit) ? `PT${count}${letter}` : `P${count}${letter}`;
};

const dateUnits: Record<string, string> = { Y: 'year', M: 'month', W: 'week', D: 'day' };
const timeUnits: Record<string, string> = { H: 'hour', M: 'minute', S: 'second' };

/** An ISO 8601 duration in words, such as `1 day, 2 hours`. */
export function describeDuration(duration: string): string {
  const [date = '', time = ''] = duration.slice(1).split('T');
  return [...describeParts(date, dateUnits), ...describeParts(time, timeUnits)].join(', ');
}

const describeParts = (text: string, names: Record<string, string>): string[] =>
  [...text.matchAll(/([\d.]+)([A-Z])/g)].map(
    ([, count, letter]) => `${count} ${names[letter!]}${count === '1' ? '' : 's'}`,
  );

interface Props {
  label: string;
  amount: Amount;
  onChange: (amount: Amount) => void;
  error?: string | undefined;
}

/** Chooses a duration by a number and a unit. */
export function DurationField({ label, amount, onChange, error }: Props) {
  const id = useId();
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="row">
        <input
          aria-label="Number"
          className="number"
          inputMode="numeric"
          value={amount.count}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
          onChange={(event) => onChange({ ...amount, count: event.target.value.trim() })}
        />
        <select
          aria-label="Unit"
          value={amount.unit}
          onChange={(event) => onChange({ ...amount, unit: event.target.value as Amount['unit'] })}
        >
          {units.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </select>
      </div>
      {error && (
        <p id={id} className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
