import { type FormEvent, useState } from 'react';
import type { NewFault } from '../../../control/faults/rule.ts';
import { Outcome, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { parseJson } from '../../shared/json.ts';
import { Section } from '../../shared/section.tsx';
import { Field } from '../field.tsx';
import { describeFault } from './describe-fault.ts';

// How often faults have applied changes while the reader looks.
const refreshMs = 2000;

/** The faults of the world, and what adds some. */
export function Faults() {
  const { data, error } = useControl('GET /__admin/faults', {}, { refreshInterval: refreshMs });
  const action = useAction();
  const remove = (id: string) =>
    action.remove(() => control('DELETE /__admin/faults/{id}', { params: { id } }), 'The fault is removed.', 'faults');
  return (
    <>
      <Section id="faults" title="Faults" error={error}>
        {data?.faults.length === 0 && (
          <p className="quiet">There are no faults: every request gets its response. Add one below.</p>
        )}
        <ul className="list">
          {data?.faults.map((fault) => (
            <li key={fault.id}>
              <div>
                {describeFault(fault)}{' '}
                <span className="quiet">
                  applied {fault.applied} {fault.applied === 1 ? 'time' : 'times'}
                </span>
              </div>
              <button
                type="button"
                className="small"
                aria-label={`Remove: ${describeFault(fault)}`}
                onClick={() => void remove(fault.id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
        <Outcome action={action} />
      </Section>
      <div className="cards">
        <CommonFaults />
        <AnyFault />
      </div>
    </>
  );
}

const addFault = (body: NewFault) => control('POST /__admin/faults', { body });

/** The faults that every client should survive. */
const common: [name: string, rule: NewFault][] = [
  ['No network', { preset: 'offline' }],
  ['Slow network', { preset: 'slow-3g' }],
  ['No response', { effect: { hang: true } }],
  ['Too many requests (429)', { preset: 'platform-429' }],
  ['Failure of the platform (500)', { preset: 'platform-500' }],
  ['Maintenance (503)', { preset: 'maintenance' }],
  ['Error in the result', { effect: { graphqlError: { message: 'Busy', code: 'BUSY' } } }],
];

function CommonFaults() {
  const action = useAction();
  const [operationName, setOperationName] = useState('');
  const { data } = useControl('GET /__admin/requests');
  const known = new Set(data?.requests.flatMap((each) => each.operationName ?? []));
  const match = operationName.trim() && { operationName: operationName.trim() };
  return (
    <Section id="common" title="Common faults">
      <Field label="For the operation" hint="Its name, such as Proposals. Empty: for all requests.">
        {(props) => (
          <>
            <input
              {...props}
              list="operations"
              autoComplete="off"
              value={operationName}
              onChange={(event) => setOperationName(event.target.value)}
            />
            <datalist id="operations">
              {[...known].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <div className="row">
        {common.map(([name, rule]) => (
          <button
            key={name}
            type="button"
            onClick={() =>
              void action.run(
                () => addFault({ ...rule, ...(match && { match }) }),
                (fault) => `Added: ${describeFault(fault)}.`,
              )
            }
          >
            {name}
          </button>
        ))}
      </div>
      <Outcome action={action} />
    </Section>
  );
}

const example = `{
  "match": { "coordinate": "Proposals.proposals" },
  "effect": { "nullField": true },
  "times": 3
}`;

/** Adds any fault, by its rule. */
function AnyFault() {
  const action = useAction();
  const [text, setText] = useState(example);
  function submit(event: FormEvent) {
    event.preventDefault();
    void action.run(
      async () => addFault(parseJson(text)),
      (fault) => `Added: ${describeFault(fault)}.`,
    );
  }
  return (
    <Section id="any" title="Any other fault">
      <form onSubmit={submit}>
        <Field
          label="Rule, as JSON"
          hint="match: coordinate, operationName, user, variables. effect: status, graphqlError, nullField, value, hang, reset, delay. Also times, after, probability, phase."
        >
          {(props) => (
            <textarea
              {...props}
              className="code"
              rows={6}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <button type="submit" className="primary">
          Add the fault
        </button>
        <Outcome action={action} />
      </form>
    </Section>
  );
}
