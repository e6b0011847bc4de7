import { type ComparedExchange, compareWithRecording } from './compare.ts';
import type { RecordedExchange, RecordedRequest } from './recorded-exchange.ts';
import { ReplayClient } from './replay-client.ts';

const otherLocale = /\blocale["\\]*: *["\\]*(?!en\b)[a-z]+/i;

/**
 * A refused mutation in English. A platform keeps the locale of a request for the messages of later requests, so the
 * recordings were made with this request after each one in another locale.
 */
const localeResetRequest: RecordedRequest = {
  method: 'POST',
  path: '/api',
  headers: { 'content-type': 'application/json' },
  json: {
    query: `mutation { component(id: 1) { ... on ProposalsMutation {
      createProposal(input: { locale: "en", attributes: { title: "", body: "" } }) { id } } } }`,
  },
};

export interface ReplayOptions {
  /** Ends the replay early when it is aborted. */
  signal: AbortSignal;
  /** Runs after each compared exchange. */
  onCompared?(exchange: ComparedExchange, count: number): void;
}

/** Sends recorded requests in order, one at a time, and compares each response with the recorded one. */
export async function replay(
  apiUrl: string,
  recordings: RecordedExchange[],
  { signal, onCompared }: ReplayOptions,
): Promise<ComparedExchange[]> {
  const client = new ReplayClient(apiUrl);
  const results: ComparedExchange[] = [];
  for (const recorded of recordings) {
    if (signal.aborted) break;
    const { name, actor, request } = recorded;
    const compared = compareWithRecording(recorded, await client.send(await client.authorize(actor, request), name));
    results.push(compared);
    if (otherLocale.test(request.text ?? JSON.stringify(request.json) ?? ''))
      await client.send(await client.authorize('member', localeResetRequest), `the locale reset after ${name}`);
    onCompared?.(compared, results.length);
  }
  return results;
}
