import { type ComparedExchange, compareWithRecording } from '../../tools/fidelity/compare.ts';
import type { RecordedExchange, RecordedResponse } from '../../tools/fidelity/recorded-exchange.ts';

/** A query and two values of its data. */
export type ComparisonRow = [name: string, query: string, expected: unknown, found: unknown];

/** A response with status 200 and a JSON body. */
export const okResponse = (json: unknown): RecordedResponse => ({ status: 200, headers: {}, json });

/** A recorded query of an anonymous client. */
export const recordedQuery = (query: string, response: RecordedResponse, variables: object = {}): RecordedExchange => ({
  name: 'group/name',
  order: 1,
  actor: 'anonymous',
  request: { method: 'POST', path: '/api', headers: {}, json: { query, variables } },
  response,
});

/** Compares the two values of a row; the variable `$two` of the query is 2. */
export const compareData = ([, query, expected, found]: ComparisonRow): ComparedExchange =>
  compareWithRecording(recordedQuery(query, okResponse({ data: expected }), { two: 2 }), okResponse({ data: found }));

/** A query for the meetings of a component. */
export const meetingsQuery = (selection: string, args = ''): string =>
  `{ c: component(id: 2) { meetings${args} { ${selection} } } }`;

/** Data of `meetingsQuery` with nodes. */
export const meetingNodes = (...ids: (string | null)[]) => ({ c: { meetings: { nodes: ids.map((id) => ({ id })) } } });

/** Data of `meetingsQuery` with edges. */
export const meetingEdges = (...edges: [cursor: string, id: string][]) => ({
  c: { meetings: { edges: edges.map(([cursor, id]) => ({ cursor, node: { id } })) } },
});

/** Two times of a run. */
export const [t1, t2] = ['2026-11-21T04:32:15+00:00', '2027-01-02T03:04:05+00:00'] as const;

/** A title in these locales. */
export const titleTranslations = (...locales: string[]) => ({
  title: { translations: locales.map((locale) => ({ locale, text: 'A' })) },
});
