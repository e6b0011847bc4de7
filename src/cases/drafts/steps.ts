import type { ExpectedResponse, GraphQLStep } from '../case.ts';
import { type Chain, type ReplayableExchange, sentIds } from './chains.ts';
import { type PatternContext, idKey, stringsSent, toPattern } from './pattern.ts';
import { placeholderFor } from './placeholders.ts';
import { replaceIds } from './record-ids.ts';

/** A step of a draft case and its exchange. */
export interface DraftStep {
  exchange: ReplayableExchange;
  step: GraphQLStep;
}

type PlaceholderOf = (kind: string, id: string | number) => string | undefined;

/** Creates the steps that repeat a chain. A step that is repeated without a write in between is left out. */
export function createSteps({ exchanges, captures }: Chain, placeholders: Record<string, unknown>): DraftStep[] {
  const steps: DraftStep[] = [];
  // The placeholders of the ids that the steps so far capture, by `idKey`.
  const captured = new Map<string, string>();
  const sentStrings = new Set<string>();
  let stepsSinceWrite = new Set<string>();
  const placeholderOf: PlaceholderOf = (kind, id) =>
    placeholderFor(placeholders, kind, id) ?? captured.get(idKey(kind, id));
  for (const exchange of exchanges) {
    for (const text of stringsSent(exchange.variables, exchange.document)) sentStrings.add(text);
    const idPatterns = new Map([...captured].map(([key, name]) => [key, `$${name}`]));
    for (const { kind, id } of sentIds(exchange)) {
      const name = placeholderOf(kind, id);
      idPatterns.set(idKey(kind, id), name === undefined ? id : `$${name}`);
    }
    const variables = stepVariables(exchange, placeholderOf);
    const expect = stepExpectation(exchange, { responseIds: exchange.idLocations.response, idPatterns, sentStrings });
    const capture: Record<string, string> = {};
    for (const [key, { from, path }] of captures) {
      if (from !== exchange) continue;
      const name = captureName(path, (each) => each in placeholders || [...captured.values()].includes(each));
      captured.set(key, name);
      capture[name] = path;
    }
    const { actor, query, operationName } = exchange;
    const step: GraphQLStep = {
      actor,
      query,
      ...(operationName === undefined ? {} : { operationName }),
      ...(Object.keys(variables).length > 0 ? { variables } : {}),
      ...(Object.keys(capture).length > 0 ? { capture } : {}),
      expect,
    };
    const text = JSON.stringify(step);
    if (stepsSinceWrite.has(text)) continue;
    if (exchange.writes) stepsSinceWrite = new Set();
    stepsSinceWrite.add(text);
    steps.push({ exchange, step });
  }
  return steps;
}

/** The variables with placeholders instead of ids. An id in an attribute keeps its type, number or string. */
const stepVariables = (
  { variables, idLocations }: ReplayableExchange,
  placeholderOf: PlaceholderOf,
): Record<string, unknown> =>
  replaceIds(variables, idLocations, (kind, id, isAttribute) => {
    const name = placeholderOf(kind, id);
    if (name === undefined) return id;
    return isAttribute && typeof id === 'string' ? `\${${name}}` : `$${name}`;
  });

const stepExpectation = ({ outcome }: ReplayableExchange, context: PatternContext): ExpectedResponse =>
  'data' in outcome ? { ...outcome, data: toPattern(outcome.data, context) as object } : outcome;

/** An unused placeholder for an id, named after its field: `createMeetingId`. */
function captureName(path: string, isUsed: (name: string) => boolean): string {
  const field = path.split('.').findLast((each, index, all) => index < all.length - 1 && !/^\d+$/.test(each));
  const base = `${field ?? 'record'}Id`;
  let name = base;
  for (let number = 2; isUsed(name); number += 1) name = `${base}${number}`;
  return name;
}
