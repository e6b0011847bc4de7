import type { Answer, Recorded } from './recorded.ts';
import { type Compared, compared } from './compare.ts';

/** A query and two values of its data. */
export type Row = [fact: string, query: string, expected: unknown, found: unknown];

/** An answer of status 200 with a body of JSON. */
export const ok = (json: unknown): Answer => ({ status: 200, headers: {}, json });

/** An anonymous query, and its answer. */
export const recordedOf = (query: string, response: Answer, variables: object = {}): Recorded => ({
  name: 'group/name',
  order: 1,
  actor: 'anonymous',
  request: { method: 'POST', path: '/api', headers: {}, json: { query, variables } },
  response,
});

/** Two values of a query's data, compared; its variable `$two` is 2. */
export const compareData = ([, query, expected, found]: Row): Compared =>
  compared(recordedOf(query, ok({ data: expected }), { two: 2 }), ok({ data: found }));

/** A query of a component's meetings. */
export const meetings = (selection: string, given = ''): string =>
  `{ c: component(id: 2) { meetings${given} { ${selection} } } }`;

/** Data of that query: its nodes, by their ids. */
export const nodes = (...ids: (string | null)[]) => ({ c: { meetings: { nodes: ids.map((id) => ({ id })) } } });

/** Data of that query: its edges, by their cursors and ids. */
export const edges = (...list: [cursor: string, id: string][]) => ({
  c: { meetings: { edges: list.map(([cursor, id]) => ({ cursor, node: { id } })) } },
});

/** Two times of a run. */
export const [t1, t2] = ['2026-11-21T04:32:15+00:00', '2027-01-02T03:04:05+00:00'] as const;

/** A title in some locales. */
export const texts = (...locales: string[]) => ({
  title: { translations: locales.map((locale) => ({ locale, text: 'A' })) },
});
