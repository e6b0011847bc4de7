import type { Terminal } from '../../src/cli/terminal.ts';
import { ReplayClient } from './replay-client.ts';
import { type ComparedExchange, compareWithRecording } from './compare.ts';
import type { RecordedExchange, RecordedRequest } from './recorded-exchange.ts';

const otherLocale = /\blocale["\\]*: *["\\]*(?!en\b)[a-z]+/i;

/**
 * A request in English that is refused, and writes nothing. A platform keeps the locale of a request for the texts of
 * later ones: in recordings each one in another locale was followed by this.
 */
const inEnglish: RecordedRequest = {
  method: 'POST',
  path: '/api',
  headers: { 'content-type': 'application/json' },
  json: {
    query: `mutation { component(id: 1) { ... on ProposalsMutation {
      createProposal(input: { locale: "en", attributes: { title: "", body: "" } }) { id } } } }`,
  },
};

/** Sends every recorded request in its order, one after the other, and compares the answers; ends early when it is stopped. */
export async function replay(
  api: string,
  recordings: RecordedExchange[],
  { progress, signal }: Pick<Terminal, 'progress' | 'signal'>,
): Promise<ComparedExchange[]> {
  const actors = new ReplayClient(api);
  const results: ComparedExchange[] = [];
  for (const recorded of recordings) {
    if (signal.aborted) break;
    const { name, actor, request } = recorded;
    results.push(compareWithRecording(recorded, await actors.send(await actors.authorize(actor, request), name)));
    if (otherLocale.test(request.text ?? JSON.stringify(request.json) ?? ''))
      await actors.send(await actors.authorize('member', inEnglish), `the request after ${name}`);
    progress(`${results.length} of ${recordings.length}: ${name}`, results.length % 200 === 0);
  }
  progress('');
  return results;
}
