import * as fc from 'fast-check';
import { parse } from 'graphql';
import { skipOperation } from '../../conformance/documents/skipped-operation.ts';
import { AmbiguousDocumentError } from '../../src/client/unambiguous-document.ts';
import { countWrites } from '../support/ambiguous-documents.ts';
import { randomRequests } from './random-documents.ts';
import type { Torture } from './torture.ts';

/** Whether graphql-js finds nothing but queries. */
function hasOnlyQueries(query: string): boolean {
  try {
    return parse(query).definitions.every((each) => !('operation' in each) || each.operation === 'query');
  } catch {
    return false;
  }
}

/** The document that `plenum documents --url` sends; undefined if it sends none. */
function sentDocument(query: string): string | undefined {
  try {
    return skipOperation(query).text;
  } catch (error) {
    if (error instanceof AmbiguousDocumentError) return undefined;
    throw error;
  }
}

/** Random documents, of which `plenum documents --url` may send none that writes, in either grammar. */
export const documents: Torture = async ({ random, isShort }) => {
  const seed = Math.floor(random() * 2 ** 31);
  const requests = fc.sample(randomRequests, { numRuns: isShort ? 4000 : 100_000, seed });
  const counts = { 'queries for graphql-js': 0, 'of them, would write elsewhere': 0, sent: 0 };
  const problems: string[] = [];
  for (const { query } of requests) {
    const isHarmless = hasOnlyQueries(query);
    if (isHarmless) counts['queries for graphql-js'] += 1;
    if (isHarmless && countWrites(query) > 0) counts['of them, would write elsewhere'] += 1;
    const sent = sentDocument(query);
    if (sent === undefined) continue;
    counts.sent += 1;
    if (countWrites(sent) > 0) problems.push(`a mutation is sent: ${JSON.stringify(sent)} of ${JSON.stringify(query)}`);
  }
  if (counts['of them, would write elsewhere'] === 0) problems.push('no document is read in different ways');
  return { summary: `${requests.length} documents, seed ${seed}`, counts, problems };
};
