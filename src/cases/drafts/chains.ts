import type { ProxiedExchange } from './recorded-exchange.ts';
import { type RecordedOutcome, outcomeData } from './outcome.ts';
import { idKey } from './pattern.ts';
import { placeholderFor } from './placeholders.ts';
import { type FoundId, type IdLocations, findIds, replaceIds } from './record-ids.ts';

/** An exchange that a case can repeat. */
export interface ReplayableExchange extends ProxiedExchange {
  outcome: RecordedOutcome;
  idLocations: IdLocations;
  /** Undefined if the document has no such operation. */
  operation: 'query' | 'mutation' | 'subscription' | undefined;
  /** Whether it may have changed what later exchanges read. */
  writes: boolean;
}

/** An id that a later exchange takes from the response of an earlier one. */
export interface CapturedId extends FoundId {
  from: ReplayableExchange;
}

/** Exchanges that depend on each other, in order, and the ids that they pass on. */
export interface Chain {
  exchanges: ReplayableExchange[];
  /** By `idKey`. */
  captures: Map<string, CapturedId>;
}

type RecordId = Pick<FoundId, 'kind' | 'id'>;

/** The ids of records in the variables of an exchange. */
export function sentIds({ variables, idLocations }: ReplayableExchange): RecordId[] {
  const ids: RecordId[] = [];
  replaceIds(variables, idLocations, (kind, id) => ids.push({ kind, id: String(id) }));
  return ids;
}

/**
 * Groups exchanges into chains. Two exchanges belong together if one sends an id from the response of the other, or uses a
 * record that the other wrote. An id with a placeholder needs no earlier response.
 */
export function groupIntoChains(exchanges: ReplayableExchange[], placeholders: Record<string, unknown>): Chain[] {
  const chains = new Map<ReplayableExchange, Chain>();
  const rows = exchanges
    .toSorted((a, b) => a.startMoment - b.startMoment)
    .map((exchange) => ({
      exchange,
      sent: sentIds(exchange),
      received: findIds(outcomeData(exchange.outcome), exchange.idLocations.response),
    }));
  for (const { exchange, sent } of rows) {
    chains.set(exchange, { exchanges: [exchange], captures: new Map() });
    const earlierRows = rows.filter((row) => row.exchange.endMoment < exchange.startMoment);
    for (const { kind, id } of sent) {
      const isSame = (other: RecordId) => other.kind === kind && other.id === id;
      const origin = earlierRows.find((row) => row.received.some(isSame) || row.sent.some(isSame));
      const received = origin?.received.find(isSame);
      // An id that the client sent before it received it is not new.
      if (received && !origin!.sent.some(isSame) && placeholderFor(placeholders, kind, id) === undefined) {
        const chain = mergeChains(chains, origin!.exchange, exchange);
        chain.captures.set(idKey(kind, id), { ...received, from: origin!.exchange });
      }
      if (kind === 'Component' || 'errorCode' in exchange.outcome) continue;
      const writer = earlierRows.find((row) => row.exchange.writes && row.sent.some(isSame));
      if (writer) mergeChains(chains, writer.exchange, exchange);
    }
  }
  return [...new Set(chains.values())];
}

function mergeChains(
  chains: Map<ReplayableExchange, Chain>,
  one: ReplayableExchange,
  other: ReplayableExchange,
): Chain {
  const [a, b] = [chains.get(one)!, chains.get(other)!];
  if (a === b) return a;
  const exchanges = [...a.exchanges, ...b.exchanges].toSorted((x, y) => x.startMoment - y.startMoment);
  const chain = { exchanges, captures: new Map([...a.captures, ...b.captures]) };
  for (const each of exchanges) chains.set(each, chain);
  return chain;
}
