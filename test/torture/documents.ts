import * as fc from 'fast-check';
import { parse } from 'graphql';
import { skipOperation } from '../../conformance/documents/ask-deployment.ts';
import { AmbiguousDocumentError } from '../../src/client/unambiguous-document.ts';
import { countWrites } from '../support/ambiguous-documents.ts';
import { randomDocuments } from './random-documents.ts';
import type { Torture } from './torture.ts';

/** Whether graphql-js finds nothing but queries. */
function hasOnlyQueries(query: string): boolean {
  try {
    return parse(query).definitions.every((each) => !('operation' in each) || each.operation === 'query');
  } catch {
    return false;
  }
}

/** What `plenum documents --url` sends of a document; undefined if nothing. */
function sentText(query: string): string | undefined {
  try {
    return skipOperation(query).text;
  } catch (error) {
    if (error instanceof AmbiguousDocumentError) return undefined;
    throw error;
  }
}

/** Random documents, of which no mutation may reach a deployment that `plenum documents --url` asks. */
export const documents: Torture = async ({ random, isShort, share }) => {
  const seed = Math.floor(random() * 2 ** 31);
  const texts = fc.sample(randomDocuments, { numRuns: isShort ? 4000 : Math.ceil(200_000 * share), seed });
  const counts = { 'queries for graphql-js': 0, 'of them, would write elsewhere': 0, sent: 0 };
  const problems: string[] = [];
  for (const text of texts) {
    const isHarmless = hasOnlyQueries(text);
    if (isHarmless) counts['queries for graphql-js'] += 1;
    if (isHarmless && countWrites(text) > 0) counts['of them, would write elsewhere'] += 1;
    const sent = sentText(text);
    if (sent === undefined) continue;
    counts.sent += 1;
    if (countWrites(sent) > 0) problems.push(`a mutation arrives: ${JSON.stringify(sent)} of ${JSON.stringify(text)}`);
  }
  if (counts['of them, would write elsewhere'] === 0) problems.push('no document is read in different ways');
  if (counts.sent === 0) problems.push('no document is sent');
  return { summary: `${texts.length} documents, seed ${seed}: ${JSON.stringify(counts)}`, problems };
};
