import type { Kind } from '../../src/store/records.ts';
import type { Breakage } from './breakage.ts';
import { coordinateOf, operations, whenRefused } from './changes.ts';
import { type Wrap, breakage } from './composition.ts';
import { careless, forgetting, keeping, renumbering } from './stores.ts';

/** A resolver that writes what it then refuses with that code. */
const writingFirst = (code: string): Wrap =>
  whenRefused(code, (error, raw, source, args, context, info) => {
    try {
      raw(source, { ...args, input: { locale: 'en', ...args.input } }, context, info);
    } catch {
      // What cannot be written at all is refused only.
    }
    throw error;
  });

/** Every operation refuses what it has written by then. */
const refusedButStored = operations.map((operation) =>
  breakage(`refused attributes are stored: ${operation}`, `${operation}/refused-writes-nothing`, {
    store: careless,
    around: { [coordinateOf(operation)]: writingFirst('ATTRIBUTE_VALIDATION_ERROR') },
  }),
);

/** What answers as if it had stored. */
const notStored = (name: string, kind: Kind, breaks: string): Breakage =>
  breakage(`${name} is answered and not stored`, breaks, { store: forgetting(kind) });

/** Whether a write is stored, and as which record. */
export const stored: Breakage[] = [
  ...refusedButStored,
  notStored('an answer', 'proposals', 'answer/accepted'),
  notStored('a new meeting', 'meetings', 'create-meeting/is-shown'),
  notStored('a new result', 'results', 'create-result/title'),
  breakage('what a user without the role answers is stored', 'answer/refused-writes-nothing', {
    store: careless,
    around: { [coordinateOf('answer')]: writingFirst('MUTATION_NOT_AUTHORIZED_ERROR') },
  }),
  breakage('an update is answered and not stored', 'update-meeting/title', {
    store: keeping('meetings', (_, before) => before ?? {}),
  }),
  breakage('the second new meeting overwrites the first', 'create-meeting/new-id', { store: renumbering('meetings') }),
  breakage('the second new result overwrites the first', 'create-result/new-id', { store: renumbering('results') }),
];
