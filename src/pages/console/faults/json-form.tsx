import { type FormEvent, useState } from 'react';
import type { NewFault } from '../../../control/faults/rule.ts';
import { ControlError, control } from '../../shared/control.ts';
import { Outcome, useAction } from '../action.tsx';
import { Field } from '../field.tsx';
import { describeEffect, describeMatch } from './describe-fault.ts';

const example = `{
  "match": { "operationName": "Proposals", "user": 2 },
  "effect": { "delay": { "ms": 500 }, "status": 503 },
  "after": 1,
  "probability": 0.5,
  "phase": "before"
}`;

/** Adds any fault, by its rule. */
export function JsonForm() {
  const action = useAction();
  const [text, setText] = useState(example);
  function submit(event: FormEvent) {
    event.preventDefault();
    void action.run(
      async () => control('POST /__admin/faults', { body: parse(text) }),
      (fault) => `Added: ${describeEffect(fault.effect)} for ${describeMatch(fault.match)}.`,
    );
  }
  const problem = action.error?.status === 400 ? action.error.message : undefined;
  return (
    <section className="card" aria-labelledby="json">
      <h2 id="json">Add a rule</h2>
      <form onSubmit={submit}>
        <Field label="Rule, as JSON" error={problem}>
          {(props) => (
            <textarea
              {...props}
              rows={10}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <button type="submit">Add the rule</button>
        <Outcome action={action} isAtField={problem !== undefined} />
      </form>
    </section>
  );
}

/** The server validates the rule. */
function parse(text: string): NewFault {
  try {
    return JSON.parse(text) as NewFault;
  } catch (error) {
    throw new ControlError(400, `The text is not JSON: ${(error as Error).message}`);
  }
}
