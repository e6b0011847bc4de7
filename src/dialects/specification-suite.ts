import type { AttributePath, SuiteDialect } from './suite-dialect.ts';

/** The dialect of the contract: requests need no translation. */
export const specificationSuiteDialect: SuiteDialect = {
  name: 'specification',
  family: 'specification',
  translator: {
    translateDocument: (document) => document,
    translateVariables: (variables) => variables,
    parseRefusedAttributes: ({ extensions }) =>
      ((extensions?.['errors'] ?? []) as { path: AttributePath }[]).map(({ path }) => path.slice(1)),
  },
};
