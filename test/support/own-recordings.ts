import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ReplaySettings, type Sequence, readList, readSequence } from '../../conformance/replay/recordings.ts';
import { compileSchemaFile } from '../../src/client/json-schema.ts';
import { type FieldValues, fieldValueExchanges } from './field-values.ts';

const isFieldValues = compileSchemaFile<FieldValues>(new URL('field-values.schema.json', import.meta.url));
/** The recordings whose field values were recorded before the exchanges. */
const fieldValuesFirst = new Set(['decidim-0.32.2-town']);

const pictures = ['session user (admin)', 'user participant'].map((user) => ({
  id: `field-values/User, ${user}: avatarUrl`,
  reason: 'The recorded deployment had no web pages installed and could not find the picture of a user.',
}));
/** How field values are known to differ. */
const waivers: Record<string, ReplaySettings['waivers']> = { 'decidim-0.32.2': pictures };

/** Reads a folder of the project's recordings with the field values that were recorded on the same server. */
export function readOwnSequence(folder: string): Sequence {
  const sequence = readSequence(folder);
  const { exchanges } = sequence;
  const name = basename(folder);
  const file = join('fixtures/field-values', `${name}.json`);
  if (!existsSync(file)) return sequence;
  const values = fieldValueExchanges(readList(file, isFieldValues), exchanges.at(-1)!.order + 1);
  return {
    ...sequence,
    settings: { ...sequence.settings, waivers: [...(sequence.settings.waivers ?? []), ...(waivers[name] ?? [])] },
    exchanges: fieldValuesFirst.has(name) ? [...values, ...exchanges] : [...exchanges, ...values],
  };
}
