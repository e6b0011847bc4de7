import type { DocumentStep, Expected } from '../cases.ts';
import { type Chain, type Recorded, idsSent } from './chains.ts';
import { nameOf } from './names.ts';
import { type Surroundings, idKey, patternOf, textsSent } from './pattern.ts';
import { replaceIds } from './record-ids.ts';

/** A step of a case, and the exchange that it was made of. */
export interface RecordedStep {
  exchange: Recorded;
  step: DocumentStep;
}

/** The steps that show a chain again; one that is repeated with no other write between stands there once. */
export function stepsOf(
  { exchanges, captures }: Chain,
  names: Record<string, unknown>,
  hasDocument: (exchange: Recorded) => boolean,
): RecordedStep[] {
  const steps: RecordedStep[] = [];
  // The names of the ids that the steps so far have captured, by `idKey`.
  const captured = new Map<string, string>();
  const sent = new Set<string>();
  let repeated = new Set<string>();
  for (const exchange of exchanges) {
    for (const text of textsSent(exchange.variables, exchange.document)) sent.add(text);
    const named = (kind: string, id: string | number) => nameOf(names, kind, id) ?? captured.get(idKey(kind, id));
    const known = new Map([...captured].map(([key, name]) => [key, `{{${name}}}`]));
    for (const { kind, id } of idsSent(exchange)) {
      const name = named(kind, id);
      known.set(idKey(kind, id), name === undefined ? id : `{{${name}}}`);
    }
    const variables = variablesOf(exchange, named);
    const expect = expectedOf(exchange, { answered: exchange.places.answered, known, sent });
    const capture: Record<string, string> = {};
    for (const [key, { from, path }] of captures) {
      if (from !== exchange) continue;
      const name = captureName(path, (taken) => taken in names || [...captured.values()].includes(taken));
      captured.set(key, name);
      capture[name] = path;
    }
    const { actor, query, operationName } = exchange;
    const step: DocumentStep = {
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
  { variables, places }: Recorded,
  named: (kind: string, id: string | number) => string | undefined,
): Record<string, unknown> =>
  replaceIds(variables, places, (kind, id, attribute) => {
    const name = named(kind, id);
    if (name === undefined) return id;
    if (!attribute) return { $: name };
    return typeof id === 'number' ? { $number: name } : `{{${name}}}`;
  });

function expectedOf({ outcome }: Recorded, around: Surroundings): Expected {
  if ('data' in outcome) return { data: patternOf(outcome.data, around) as object };
  if ('left' in outcome) return { ...outcome, left: patternOf(outcome.left, around) as object | null };
  return outcome;
}

/** A name for an id, after the field that it is from: `createMeetingId`. */
function captureName(path: string, isTaken: (name: string) => boolean): string {
  const field = path.split('.').findLast((each, index, all) => index < all.length - 1 && !/^\d+$/.test(each));
  const base = `${field ?? 'record'}Id`;
  let name = base;
  for (let next = 2; isTaken(name); next += 1) name = `${base}${next}`;
  return name;
}
