import type { Terminal } from '../conform.ts';
import { Actors } from './actors.ts';
import { type Compared, compared } from './compare.ts';
import type { Recorded, RecordedRequest } from './recorded.ts';

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
  recordings: Recorded[],
  { progress, stop }: Pick<Terminal, 'progress' | 'stop'>,
): Promise<Compared[]> {
  const actors = new Actors(api);
  const results: Compared[] = [];
  for (const recorded of recordings) {
    if (stop.aborted) break;
    const { name, actor, request } = recorded;
    results.push(compared(recorded, await actors.send(await actors.as(actor, request), name)));
    if (otherLocale.test(request.text ?? JSON.stringify(request.json) ?? ''))
      await actors.send(await actors.as('member', inEnglish), `the request after ${name}`);
    progress(`${results.length} of ${recordings.length}: ${name}`, results.length % 200 === 0);
  }
  progress('');
  return results;
}
