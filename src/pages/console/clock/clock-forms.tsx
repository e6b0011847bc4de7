import { type FormEvent, useState } from 'react';
import { control } from '../../shared/control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { type Amount, DurationField, describeDuration, formatDuration } from '../duration-field.tsx';
import { Field } from '../field.tsx';
import type { ClockDescription } from '../../../control/clock.ts';

const submitting = (task: () => Promise<boolean>) => (event: FormEvent) => {
  event.preventDefault();
  void task();
};

/** Sets the clock, each way with a form of its own. */
export const ClockForms = ({ clock }: { clock: ClockDescription }) => (
  <>
    <Advance />
    <Fix initial={clock.time.slice(0, 19)} />
    <Offset />
    <Wall />
  </>
);

function Advance() {
  const action = useAction();
  const [amount, setAmount] = useState<Amount>({ count: '1', unit: 'hours' });
  const advance = () =>
    action.run(
      () => control('POST /__admin/clock/advance', { body: { by: formatDuration(amount) } }),
      () => `The clock is ${describeDuration(formatDuration(amount))} further.`,
    );
  return (
    <form className="card" aria-label="Advance the clock" onSubmit={submitting(advance)}>
      <h2>Advance</h2>
      <DurationField label="By" amount={amount} onChange={setAmount} error={problemAt(action, 'by')} />
      <button type="submit" className="primary">
        Advance it
      </button>
      <Outcome action={action} isAtField={problemAt(action, 'by') !== undefined} />
    </form>
  );
}

function Fix({ initial }: { initial: string }) {
  const action = useAction();
  const [time, setTime] = useState(initial);
  const fix = () =>
    action.run(
      () => control('PUT /__admin/clock', { body: { mode: 'fixed', time: `${withSeconds(time)}Z` } }),
      () => `The clock stands at ${withSeconds(time).replace('T', ' ')} UTC.`,
    );
  return (
    <form className="card" aria-label="Fix the clock" onSubmit={submitting(fix)}>
      <h2>Stop at a time</h2>
      <Field label="Time, in UTC" error={problemAt(action, 'time')}>
        {(props) => (
          <input
            {...props}
            type="datetime-local"
            step={1}
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        )}
      </Field>
      <button type="submit">Stop it there</button>
      <Outcome action={action} isAtField={problemAt(action, 'time') !== undefined} />
    </form>
  );
}

/** Browsers leave out seconds that are zero. */
const withSeconds = (time: string): string => (time.length === 16 ? `${time}:00` : time);

function Offset() {
  const action = useAction();
  const [amount, setAmount] = useState<Amount>({ count: '1', unit: 'days' });
  const [sign, setSign] = useState('');
  const direction = sign ? 'behind' : 'ahead of';
  const move = () =>
    action.run(
      () => control('PUT /__admin/clock', { body: { mode: 'offset', by: sign + formatDuration(amount) } }),
      () => `The clock is ${describeDuration(formatDuration(amount))} ${direction} that of the machine.`,
    );
  return (
    <form className="card" aria-label="Offset of the clock" onSubmit={submitting(move)}>
      <h2>Run with an offset</h2>
      <DurationField label="Difference" amount={amount} onChange={setAmount} error={problemAt(action, 'by')} />
      <Field label="Direction">
        {(props) => (
          <select {...props} value={sign} onChange={(event) => setSign(event.target.value)}>
            <option value="">ahead of the machine</option>
            <option value="-">behind the machine</option>
          </select>
        )}
      </Field>
      <button type="submit">Set the offset</button>
      <Outcome action={action} isAtField={problemAt(action, 'by') !== undefined} />
    </form>
  );
}

function Wall() {
  const action = useAction();
  const restore = () =>
    action.run(
      () => control('PUT /__admin/clock', { body: { mode: 'wall' } }),
      () => 'The clock is that of the machine.',
    );
  return (
    <form className="card" aria-label="Clock of the machine" onSubmit={submitting(restore)}>
      <h2>Follow the machine</h2>
      <p className="quiet">Without an offset, and running.</p>
      <button type="submit">Follow it</button>
      <Outcome action={action} />
    </form>
  );
}
