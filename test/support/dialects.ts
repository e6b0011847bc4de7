import { suiteDialects } from '../../src/dialects/dialects.ts';

/** The names of the dialects that have an operation of the contract, by its schema coordinate. */
export const dialectsWith = (operation: string): string[] =>
  Object.values(suiteDialects)
    .filter(({ missingOperations }) => !Object.hasOwn(missingOperations, operation))
    .map(({ name }) => name);
