import { type ResponseDifference, compareWithRecording } from '../fidelity/compare.ts';
import type { TargetResponse } from '../../conformance/model/exchange.ts';

/** How the answers of two servers compare: `expected` is what b answers, `found` what a does. */
export interface Comparison {
  /** Whether status, codes and paths of the errors, and what is null are the same. */
  sameOutcome: boolean;
  differences: ResponseDifference[];
}

/** Compares the answers to one document, but for what is volatile. */
export function compareResponses(query: string, variables: unknown, a: TargetResponse, b: TargetResponse): Comparison {
  const request = { method: 'POST', path: '/api', headers: {}, json: { query, variables } };
  const recorded = { name: 'b', order: 1, actor: 'anonymous', request, response: partOf(b) } as const;
  const { sameOutcome, differences } = compareWithRecording(recorded, partOf(a));
  return { sameOutcome, differences };
}

const partOf = ({ status, contentType, json, text }: TargetResponse) => ({
  status,
  headers: { 'content-type': contentType },
  ...(json === undefined ? { text } : { json }),
});
