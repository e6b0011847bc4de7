import { useRef } from 'react';
import type { Fault } from '../../../control/faults/rule.ts';
import { control } from '../../shared/control.ts';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';
import { Outcome, useAction } from '../action.tsx';
import { FaultForm } from './fault-form.tsx';
import { FaultRow } from './fault-row.tsx';
import { JsonForm } from './json-form.tsx';
import { type Rule, ruleOf, useOffFaults } from './disabled-faults.ts';
import './faults.css';

// How often faults have applied changes while the reader looks.
const refreshMs = 2000;

const remove = (id: string) => control('DELETE /__admin/faults/{id}', { params: { id } });

/** The faults of the world, with switches, and forms to add some. */
export function Faults() {
  const { data, error, mutate } = useControl('GET /__admin/faults', {}, { refreshInterval: refreshMs });
  const off = useOffFaults();
  const action = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const faults = data?.faults ?? [];

  const turnOff = (fault: Fault) =>
    action.run(
      async () => {
        await remove(fault.id);
        off.add(ruleOf(fault));
        await mutate({ faults: faults.filter((each) => each !== fault) }, { revalidate: false });
      },
      () => 'The fault is off. This tab keeps its rule.',
    );
  const turnOn = (rule: Rule) =>
    action.run(
      async () => {
        const fault = await control('POST /__admin/faults', { body: rule });
        off.remove(rule);
        await mutate({ faults: [...faults, fault] }, { revalidate: false });
      },
      () => 'The fault is on again. It is the last in the order, and counts from 0.',
    );
  async function removeFault(task: () => Promise<void>) {
    if (await action.run(task, () => 'The fault is removed.')) heading.current?.focus();
  }

  const rows = [
    ...faults.map((fault) => ({ rule: ruleOf(fault), fault })),
    ...off.rules.map((rule) => ({ rule, fault: undefined })),
  ];
  const keys = createKeys(rows.map(({ rule }) => JSON.stringify(rule)));
  return (
    <div className="cards pair">
      <section className="card wide" aria-labelledby="faults">
        <h2 id="faults" ref={heading} tabIndex={-1}>
          Faults of this world
        </h2>
        <Problem error={error} />
        {data && rows.length === 0 && <p className="quiet">There are no faults: every request gets its response.</p>}
        <ul className="list">
          {rows.map(({ rule, fault }, index) => (
            <FaultRow
              key={keys[index]}
              rule={rule}
              applied={fault?.applied}
              onSwitch={() => void (fault ? turnOff(fault) : turnOn(rule))}
              onRemove={() => void removeFault(async () => (fault ? remove(fault.id) : off.remove(rule)))}
            />
          ))}
        </ul>
        <Outcome action={action} />
      </section>
      <FaultForm />
      <JsonForm />
    </div>
  );
}

/** A fault that is turned off or on keeps its key, so that its switch keeps the focus. Equal rules are counted. */
function createKeys(texts: string[]): string[] {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${text} ${count}`;
  });
}
