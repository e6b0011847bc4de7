import type { Kind } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { operationCoordinate, operationFolders, onErrorCode } from '../transforms.ts';
import { type ResolverWrapper, mutant } from '../mutated-server.ts';
import { withoutRecordChecks, discardWrites, changeBeforePersisting, reuseId } from '../faulty-stores.ts';

/** A resolver that writes what it then refuses with that code. */
const writingFirst = (code: string): ResolverWrapper =>
  onErrorCode(code, (error, raw, source, args, context, info) => {
    try {
      raw(source, { ...args, input: { locale: 'en', ...args.input } }, context, info);
    } catch {
      // What cannot be written at all is refused only.
    }
    throw error;
  });

/** Every operation refuses what it has written by then. */
const refusedButStored = operationFolders.map((operation) =>
  mutant(`refused attributes are stored: ${operation}`, `${operation}/refused-writes-nothing`, {
    store: withoutRecordChecks,
    outerResolvers: { [operationCoordinate(operation)]: writingFirst('ATTRIBUTE_VALIDATION_ERROR') },
  }),
);

/** What answers as if it had stored. */
const notStored = (name: string, kind: Kind, breaks: string): Mutant =>
  mutant(`${name} is answered and not stored`, breaks, { store: discardWrites(kind) });

/** Whether a write is stored, and as which record. */
export const persistenceMutants: Mutant[] = [
  ...refusedButStored,
  notStored('an answer', 'proposals', 'answer/accepted'),
  notStored('a new meeting', 'meetings', 'create-meeting/is-shown'),
  notStored('a new result', 'results', 'create-result/title'),
  mutant('what a user without the role answers is stored', 'answer/refused-writes-nothing', {
    store: withoutRecordChecks,
    outerResolvers: { [operationCoordinate('answer')]: writingFirst('MUTATION_NOT_AUTHORIZED_ERROR') },
  }),
  mutant('an update is answered and not stored', 'update-meeting/title', {
    store: changeBeforePersisting('meetings', (_, before) => before ?? {}),
  }),
  mutant('the second new meeting overwrites the first', 'create-meeting/new-id', { store: reuseId('meetings') }),
  mutant('the second new result overwrites the first', 'create-result/new-id', { store: reuseId('results') }),
];
