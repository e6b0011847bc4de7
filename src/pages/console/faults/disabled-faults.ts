import type { Fault, FaultRule } from '../../../control/faults/rule.ts';
import { createStoredValue, session, useStoredValue } from '../../shared/stored-value.ts';

/** The rule of a fault, as the control API takes it. */
export type Rule = FaultRule;

/** The rule of a fault. */
export function ruleOf({ match, effect, times, after, probability, seed, phase }: Fault): Rule {
  return { match, effect, ...(times !== undefined && { times }), after, probability, seed, phase };
}

const stored = createStoredValue('plenum.offFaults');

/** The faults that the reader turned off, which the server does not know: those of the world that the page acts on. */
export function useOffFaults() {
  const world = useStoredValue(session);
  const byWorld = JSON.parse(useStoredValue(stored) || '{}') as Record<string, Rule[]>;
  const rules = byWorld[world] ?? [];
  const set = (changed: Rule[]) => stored.set(JSON.stringify({ ...byWorld, [world]: changed }));
  return {
    rules,
    add: (rule: Rule) => set([...rules, rule]),
    remove(rule: Rule) {
      const text = JSON.stringify(rule);
      const index = rules.findIndex((each) => JSON.stringify(each) === text);
      set(rules.toSpliced(index, 1));
    },
  };
}
