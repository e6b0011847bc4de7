import { type FormEvent, useState } from 'react';
import type { Fault } from '../../../control/faults/fault-rule.ts';
import { control } from '../../shared/control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { Field } from '../field.tsx';
import { describeEffect, describeMatch } from './describe-fault.ts';
import { effects, readInput } from './effects.ts';
import { Suggestions } from './suggestions.tsx';

const targets = {
  all: { name: 'all requests', member: '', label: '', list: '' },
  operation: {
    name: 'an operation',
    member: 'match.operationName',
    label: 'Name of the operation',
    list: 'operations',
  },
  field: {
    name: 'a field',
    member: 'match.coordinate',
    label: 'Coordinate, such as Query.component',
    list: 'coordinates',
  },
};

/** Adds one of the common faults. */
export function FaultForm() {
  const action = useAction();
  const [effectId, setEffectId] = useState('unavailable');
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [target, setTarget] = useState<keyof typeof targets>('all');
  const [name, setName] = useState('');
  const [times, setTimes] = useState('');
  const { inputs, build } = effects[effectId]!;
  const textOf = (member: string, initial: string) => texts[`${effectId} ${member}`] ?? initial;
  const { member, label, list } = targets[target];
  const members = [...inputs.map((input) => input.member), member, 'times', 'effect.nullField'];

  function submit(event: FormEvent) {
    event.preventDefault();
    const values = inputs.map((input) => readInput(input, textOf(input.member, input.initial)));
    const rule = {
      ...(member && { match: { [member.split('.')[1]!]: name.trim() } }),
      effect: build(...values),
      ...(times.trim() && { times: readInput({ isNumber: true }, times) }),
    };
    void action.run(
      () => control<Fault>('POST', '/faults', rule),
      (fault) => `Added: ${describeEffect(fault.effect)} for ${describeMatch(fault.match)}.`,
    );
  }

  return (
    <section className="card" aria-labelledby="add">
      <h2 id="add">Add a fault</h2>
      <form onSubmit={submit}>
        <Field label="Effect" error={problemAt(action, 'effect.nullField')}>
          {(props) => (
            <select {...props} value={effectId} onChange={(event) => setEffectId(event.target.value)}>
              {Object.entries(effects).map(([id, each]) => (
                <option key={id} value={id}>
                  {each.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {inputs.map(({ member: each, label: inputLabel, initial, isNumber }) => (
          <Field key={`${effectId} ${each}`} label={inputLabel} error={problemAt(action, each)}>
            {(props) => (
              <input
                {...props}
                inputMode={isNumber ? 'numeric' : undefined}
                value={textOf(each, initial)}
                onChange={(event) => setTexts({ ...texts, [`${effectId} ${each}`]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Field label="For">
          {(props) => (
            <select {...props} value={target} onChange={(event) => setTarget(event.target.value as typeof target)}>
              {Object.entries(targets).map(([id, each]) => (
                <option key={id} value={id}>
                  {each.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {member && (
          <Field label={label} error={problemAt(action, member)}>
            {(props) => <input {...props} list={list} value={name} onChange={(event) => setName(event.target.value)} />}
          </Field>
        )}
        <Field label="How many times" hint="Empty: every time." error={problemAt(action, 'times')}>
          {(props) => (
            <input {...props} inputMode="numeric" value={times} onChange={(event) => setTimes(event.target.value)} />
          )}
        </Field>
        <Suggestions />
        <button type="submit" className="primary">
          Add the fault
        </button>
        <Outcome action={action} isAtField={problemAt(action, ...members) !== undefined} />
      </form>
    </section>
  );
}
