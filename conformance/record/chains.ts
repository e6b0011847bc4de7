import type { ProxiedExchange } from './exchange.ts';
import { placeholderFor } from './placeholders.ts';
import { type RecordedOutcome, outcomeData } from './outcome.ts';
import { idKey } from './pattern.ts';
import { type FoundId, type IdLocations, findIds, replaceIds } from './record-ids.ts';

/** An exchange that a case can expect. */
export interface ReplayableExchange extends ProxiedExchange {
  outcome: RecordedOutcome;
  idLocations: IdLocations;
  /** Undefined when the document has no such operation. */
  operation: 'query' | 'mutation' | 'subscription' | undefined;
  /** Whether it may change what later ones see. */
  writes: boolean;
}

/** An id that a later exchange takes from the answer of an earlier one. */
export interface CapturedId extends FoundId {
  from: ReplayableExchange;
}

/** Exchanges that only make sense one after the other, in their order, and the ids that go from one to another. */
export interface Chain {
  exchanges: ReplayableExchange[];
  /** By `idKey`. */
  captures: Map<string, CapturedId>;
}

/** The ids that an exchange sends. */
export function sentIds({ variables, idLocations }: ReplayableExchange): Omit<FoundId, 'path'>[] {
  const sent: Omit<FoundId, 'path'>[] = [];
  replaceIds(variables, idLocations, (kind, id) => sent.push({ kind, id: String(id) }));
  return sent;
}

/**
 * Puts together what belongs together: an exchange that sends an id which an earlier one was answered, and one that names a
 * record which an earlier one wrote. Ids that the target has a name for need no earlier answer.
 */
export function groupIntoChains(exchanges: ReplayableExchange[], names: Record<string, unknown>): Chain[] {
  const chains = new Map<ReplayableExchange, Chain>();
  const rows = exchanges
    .toSorted((a, b) => a.startMoment - b.startMoment)
    .map((exchange) => ({
      exchange,
      sent: sentIds(exchange),
      found: findIds(outcomeData(exchange.outcome), exchange.idLocations.response),
    }));
  for (const { exchange, sent } of rows) {
    chains.set(exchange, { exchanges: [exchange], captures: new Map() });
    const earlier = rows.filter((row) => row.exchange.endMoment < exchange.startMoment);
    for (const id of sent) {
      const same = (other: Omit<FoundId, 'path'>) => other.kind === id.kind && other.id === id.id;
      const origin = earlier.find((row) => row.found.some(same) || row.sent.some(same));
      const found = origin?.found.find(same);
      // What the client sent before it was ever answered is no new id.
      if (found && !origin!.sent.some(same) && placeholderFor(names, id.kind, id.id) === undefined) {
        const chain = joined(chains, origin!.exchange, exchange);
        chain.captures.set(idKey(id.kind, id.id), { ...found, from: origin!.exchange });
      }
      if (id.kind === 'Component' || 'errorCode' in exchange.outcome) continue;
      const writer = earlier.find((row) => row.exchange.writes && row.sent.some(same));
      if (writer) joined(chains, writer.exchange, exchange);
    }
  }
  return [...new Set(chains.values())];
}

function joined(chains: Map<ReplayableExchange, Chain>, one: ReplayableExchange, other: ReplayableExchange): Chain {
  const [a, b] = [chains.get(one)!, chains.get(other)!];
  if (a === b) return a;
  const exchanges = [...a.exchanges, ...b.exchanges].toSorted((x, y) => x.startMoment - y.startMoment);
  const chain = { exchanges, captures: new Map([...a.captures, ...b.captures]) };
  for (const each of exchanges) chains.set(each, chain);
  return chain;
}
