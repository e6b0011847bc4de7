import type { GraphQLStep, ExpectedResponse } from '../cases/load.ts';
import { type Chain, type ReplayableExchange, sentIds } from './chains.ts';
import { placeholderFor } from './placeholders.ts';
import { type PatternContext, idKey, toPattern, stringsSent } from './pattern.ts';
import { replaceIds } from './record-ids.ts';

/** A step of a case, and the exchange that it was made of. */
export interface DraftStep {
  exchange: ReplayableExchange;
  step: GraphQLStep;
}

/** The steps that show a chain again; one that is repeated with no other write between stands there once. */
export function createSteps(
  { exchanges, captures }: Chain,
  names: Record<string, unknown>,
  hasDocument: (exchange: ReplayableExchange) => boolean,
): DraftStep[] {
  const steps: DraftStep[] = [];
  // The names of the ids that the steps so far have captured, by `idKey`.
  const captured = new Map<string, string>();
  const sentStrings = new Set<string>();
  let repeated = new Set<string>();
  for (const exchange of exchanges) {
    for (const text of stringsSent(exchange.variables, exchange.document)) sentStrings.add(text);
    const named = (kind: string, id: string | number) =>
      placeholderFor(names, kind, id) ?? captured.get(idKey(kind, id));
    const idPatterns = new Map([...captured].map(([key, name]) => [key, `{{${name}}}`]));
    for (const { kind, id } of sentIds(exchange)) {
      const name = named(kind, id);
      idPatterns.set(idKey(kind, id), name === undefined ? id : `{{${name}}}`);
    }
    const variables = variablesOf(exchange, named);
    const expect = expectedOf(exchange, { responseIds: exchange.idLocations.response, idPatterns, sentStrings });
    const capture: Record<string, string> = {};
    for (const [key, { from, path }] of captures) {
      if (from !== exchange) continue;
      const name = captureName(path, (taken) => taken in names || [...captured.values()].includes(taken));
      captured.set(key, name);
      capture[name] = path;
    }
    const { actor, query, operationName } = exchange;
    const step: GraphQLStep = {
      actor,
      ...(hasDocument(exchange) ? {} : { query }),
      ...(operationName === undefined ? {} : { operationName }),
      ...(Object.keys(variables).length > 0 ? { variables } : {}),
      ...(Object.keys(capture).length > 0 ? { capture } : {}),
      expect,
    };
    const text = JSON.stringify(step);
    if (repeated.has(text)) continue;
    if (exchange.writes) repeated = new Set();
    repeated.add(text);
    steps.push({ exchange, step });
  }
  return steps;
}

/** The variables with ids by their names; those that may be of another type than ID stay numbers, or texts. */
const variablesOf = (
  { variables, idLocations }: ReplayableExchange,
  named: (kind: string, id: string | number) => string | undefined,
): Record<string, unknown> =>
  replaceIds(variables, idLocations, (kind, id, attribute) => {
    const name = named(kind, id);
    if (name === undefined) return id;
    if (!attribute) return { $: name };
    return typeof id === 'number' ? { $number: name } : `{{${name}}}`;
  });

function expectedOf({ outcome }: ReplayableExchange, around: PatternContext): ExpectedResponse {
  return 'data' in outcome ? { ...outcome, data: toPattern(outcome.data, around) as object } : outcome;
}

/** A name for an id, after the field that it is from: `createMeetingId`. */
function captureName(path: string, isTaken: (name: string) => boolean): string {
  const field = path.split('.').findLast((each, index, all) => index < all.length - 1 && !/^\d+$/.test(each));
  const base = `${field ?? 'record'}Id`;
  let name = base;
  for (let next = 2; isTaken(name); next += 1) name = `${base}${next}`;
  return name;
}
