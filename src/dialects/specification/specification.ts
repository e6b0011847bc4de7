import type { AttributePath, Dialect } from '../dialect.ts';

/** The contract as it is written, as a deployment that is spoken to. */
export const specification: Dialect = {
  name: 'specification',
  absent: {},
  undo: {},
  words: {
    document: (document) => document,
    variables: (variables) => variables,
    refusedAttributes: ({ extensions }) =>
      ((extensions?.['errors'] ?? []) as { path: AttributePath }[]).map(({ path }) => path.slice(1)),
  },
};
