import type { Kind } from '../../../src/store/records.ts';
import { changeBeforePersisting, discardWrites, reuseId } from '../faulty-stores.ts';
import { type Mutant, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { onErrorCode, operationCoordinate, operationFolders, uncheckedMutant } from '../transforms.ts';

/** Writes the record, then refuses the mutation with this code. */
const writeThenRefuse = (code: string): ResolverWrapper =>
  onErrorCode(code, (error, raw, source, args, context, info) => {
    try {
      raw(source, { ...args, input: { locale: 'en', ...args.input } }, context, info);
    } catch {
      // Some invalid attributes cannot be written.
    }
    throw error;
  });

const writesRefused = (name: string, operation: string, code: string): Mutant =>
  uncheckedMutant(name, `${operation}/refused-writes-nothing`, {
    outerResolvers: { [operationCoordinate(operation)]: writeThenRefuse(code) },
  });

const notStored = (record: string, kind: Kind, killedBy: string): Mutant =>
  mutant(`${record} is returned but not stored`, killedBy, { store: discardWrites(kind) });

/** Servers that do not store a write, store a refused write, or overwrite another record. */
export const persistenceMutants: Mutant[] = [
  ...operationFolders.map((operation) =>
    writesRefused(`invalid attributes are stored: ${operation}`, operation, 'ATTRIBUTE_VALIDATION_ERROR'),
  ),
  notStored('an answer', 'proposals', 'answer/accepted'),
  notStored('a new meeting', 'meetings', 'create-meeting/is-shown'),
  notStored('a new result', 'results', 'create-result/title'),
  writesRefused('the answer of a user without the role is stored', 'answer', 'MUTATION_NOT_AUTHORIZED_ERROR'),
  mutant('an update is returned but not stored', 'update-meeting/title', {
    store: changeBeforePersisting('meetings', (_, before) => before ?? {}),
  }),
  mutant('the second new meeting overwrites the first', 'create-meeting/new-id', { store: reuseId('meetings') }),
  mutant('the second new result overwrites the first', 'create-result/new-id', { store: reuseId('results') }),
];
