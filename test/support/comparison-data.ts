import type { RecordedResponse, RecordedExchange } from '../../tools/fidelity/recorded-exchange.ts';
import { type ComparedExchange, compareWithRecording } from '../../tools/fidelity/compare.ts';

/** A query and two values of its data. */
export type ComparisonRow = [fact: string, query: string, expected: unknown, found: unknown];

/** An answer of status 200 with a body of JSON. */
export const okResponse = (json: unknown): RecordedResponse => ({ status: 200, headers: {}, json });

/** An anonymous query, and its answer. */
export const recordedQuery = (query: string, response: RecordedResponse, variables: object = {}): RecordedExchange => ({
  name: 'group/name',
  order: 1,
  actor: 'anonymous',
  request: { method: 'POST', path: '/api', headers: {}, json: { query, variables } },
  response,
});

/** Two values of a query's data, compared; its variable `$two` is 2. */
export const compareData = ([, query, expected, found]: ComparisonRow): ComparedExchange =>
  compareWithRecording(recordedQuery(query, okResponse({ data: expected }), { two: 2 }), okResponse({ data: found }));

/** A query of a component's meetings. */
export const meetingsQuery = (selection: string, given = ''): string =>
  `{ c: component(id: 2) { meetings${given} { ${selection} } } }`;

/** Data of that query: its nodes, by their ids. */
export const meetingNodes = (...ids: (string | null)[]) => ({ c: { meetings: { nodes: ids.map((id) => ({ id })) } } });

/** Data of that query: its edges, by their cursors and ids. */
export const meetingEdges = (...list: [cursor: string, id: string][]) => ({
  c: { meetings: { edges: list.map(([cursor, id]) => ({ cursor, node: { id } })) } },
});

/** Two times of a run. */
export const [t1, t2] = ['2026-11-21T04:32:15+00:00', '2027-01-02T03:04:05+00:00'] as const;

/** A title in some locales. */
export const titleTranslations = (...locales: string[]) => ({
  title: { translations: locales.map((locale) => ({ locale, text: 'A' })) },
});
