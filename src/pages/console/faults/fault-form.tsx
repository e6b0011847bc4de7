import { type FormEvent, useState } from 'react';
import type { NewFault } from '../../../control/faults/rule.ts';
import { ControlError, control } from '../../shared/control.ts';
import { Outcome, problemAt, useAction } from '../action.tsx';
import { Field } from '../field.tsx';
import { describeEffect, describeMatch } from './describe-fault.ts';
import { effects, presetNames, readInput } from './effects.ts';
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
  const [delay, setDelay] = useState('');
  const effect = effects[effectId];
  const inputs = effect?.inputs ?? [];
  const textOf = (member: string, initial: string) => texts[`${effectId} ${member}`] ?? initial;
  const { member, label, list } = targets[target];
  const slow = ['effect.delay.ms', 'effect'];
  const ofInputs = inputs.map((input) => input.member);
  // Without an input for it, the problem of an effect is at the choice of the effect.
  const ofChoice = ['effect.nullField', 'effect.value'].filter((each) => !ofInputs.includes(each));
  const members = [...ofInputs, ...ofChoice, member, 'times', ...slow];

  function chooseEffect(id: string) {
    setEffectId(id);
    if (effects[id]?.isOfField) setTarget('field');
    if (id === 'slow' || effectId === 'slow') setDelay(id === 'slow' ? '2000' : '');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const values = inputs.map((input) => readInput(input, textOf(input.member, input.initial)));
    // Texts that are not numbers stay texts, which the server refuses by their member.
    const createRule = () => ({
      ...(member && { match: { [member.split('.')[1]!]: name.trim() } }),
      ...(effect
        ? {
            effect: {
              ...buildEffect(() => effect.build(...values)),
              ...(delay.trim() && { delay: { ms: readInput({ isNumber: true }, delay) } }),
            },
          }
        : { preset: effectId }),
      ...(times.trim() && { times: readInput({ isNumber: true }, times) }),
    });
    void action.run(
      async () => control('POST /__admin/faults', { body: createRule() as NewFault }),
      (fault) => `Added: ${describeEffect(fault.effect)} for ${describeMatch(fault.match)}.`,
    );
  }

  return (
    <section className="card" aria-labelledby="add">
      <h2 id="add">Add a fault</h2>
      <form onSubmit={submit}>
        <Field label="Effect" error={problemAt(action, ...ofChoice)}>
          {(props) => (
            <select {...props} value={effectId} onChange={(event) => chooseEffect(event.target.value)}>
              <optgroup label="Effects">
                {Object.entries(effects).map(([id, each]) => (
                  <option key={id} value={id}>
                    {each.name}
                  </option>
                ))}
              </optgroup>
              <optgroup label="Situations">
                {Object.entries(presetNames).map(([id, each]) => (
                  <option key={id} value={id}>
                    {each}
                  </option>
                ))}
              </optgroup>
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
        {effect && (
          <Field
            label="Delay, in milliseconds"
            hint={effectId === 'slow' ? undefined : 'Empty: none.'}
            error={problemAt(action, ...slow)}
          >
            {(props) => (
              <input {...props} inputMode="numeric" value={delay} onChange={(event) => setDelay(event.target.value)} />
            )}
          </Field>
        )}
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
        <Suggestions text={name} />
        <button type="submit" className="primary">
          Add the fault
        </button>
        <Outcome action={action} isAtField={problemAt(action, ...members) !== undefined} />
      </form>
    </section>
  );
}

/** A value that is not JSON is refused at its field. */
function buildEffect(build: () => object): object {
  try {
    return build();
  } catch (error) {
    throw new ControlError(400, `The text is not JSON: ${(error as Error).message}`, 'effect.value');
  }
}
