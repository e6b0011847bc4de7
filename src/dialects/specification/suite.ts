import type { AttributePath, SuiteDialect } from '../../contract/suite-dialect.ts';

/** The contract as it is written, as a deployment that is spoken to. */
export const specificationSuiteDialect: SuiteDialect = {
  name: 'specification',
  missingOperations: {},
  undo: {},
  translator: {
    translateDocument: (document) => document,
    translateVariables: (variables) => variables,
    parseRefusedAttributes: ({ extensions }) =>
      ((extensions?.['errors'] ?? []) as { path: AttributePath }[]).map(({ path }) => path.slice(1)),
  },
};
