import { type Difference, compared } from '../fidelity/compare.ts';
import type { Answer } from '../judge.ts';

/** How the answers of two servers compare: `expected` is what b answers, `found` what a does. */
export interface Comparison {
  /** Whether status, codes and paths of the errors, and what is null are the same. */
  outcome: boolean;
  differences: Difference[];
}

/** Compares the answers to one document, but for what is volatile. */
export function compare(query: string, variables: unknown, a: Answer, b: Answer): Comparison {
  const request = { method: 'POST', path: '/api', headers: {}, json: { query, variables } };
  const recorded = { name: 'b', order: 1, actor: 'anonymous', request, response: partOf(b) } as const;
  const { outcome, differences } = compared(recorded, partOf(a));
  return { outcome, differences };
}

const partOf = ({ status, type, json, text }: Answer) => ({
  status,
  headers: { 'content-type': type },
  ...(json === undefined ? { text } : { json }),
});
