import type { AttributePath, SpokenDialect } from '../dialect.ts';

/** The contract as it is written, with limits that no honest client meets. */
export const specification: SpokenDialect = {
  name: 'specification',
  absent: {},
  undo: {},
  limits: { depth: 30, cost: 500_000, tokens: 20_000 },
  words: {
    document: (document) => document,
    variables: (variables) => variables,
    refusedAttributes: ({ extensions }) =>
      ((extensions?.['errors'] ?? []) as { path: AttributePath }[]).map(({ path }) => path.slice(1)),
  },
};
