import { existsSync } from 'node:fs';
import { isJsonObject } from '../../src/client/json-value.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readJson } from '../../src/read-json.ts';
import type { SchemaChange } from '../documents/used-changes.ts';
import { sourceFile } from './source.ts';

/** What a partial schema says is not there, by schema coordinate; undefined for a whole schema. */
export type KnownAbsent = ReadonlySet<string> | undefined;

/** Reads what the file beside a schema says is absent. Throws CommandError if it is no source of a schema. */
export function readKnownAbsent(file: string): KnownAbsent {
  const beside = sourceFile(file);
  if (!existsSync(beside)) return undefined;
  const source = readJson(beside, exitCodes.usage);
  if (!isJsonObject(source) || typeof source['isWhole'] !== 'boolean')
    throw new CommandError(`${beside}: expected what plenum schema pull writes beside a schema`, exitCodes.usage);
  if (source['isWhole']) return undefined;
  const { absent } = source;
  return new Set(Array.isArray(absent) ? absent.filter((each) => typeof each === 'string') : []);
}

/** What validation does not tell: a partial schema has it from a release. */
const notAsked = /INTERFACE|UNION|DIRECTIVE|DEPRECATION|DEFAULT|SCHEMA_/;

/**
 * Leaves out the changes that a partial schema cannot know: that something is new or gone which it was not asked for, or did not
 * answer. Says how many.
 */
export function withoutUnknownChanges<C extends SchemaChange>(
  changes: readonly C[],
  absentBefore: KnownAbsent,
  absentAfter: KnownAbsent,
): { changes: C[]; unknown: number } {
  const known = changes.filter(({ type, path }) => {
    if (!absentBefore && !absentAfter) return true;
    if (notAsked.test(type)) return false;
    if (type.endsWith('ADDED')) return !absentBefore || isAbsent(path, absentBefore);
    if (type.endsWith('REMOVED')) return !absentAfter || isAbsent(path, absentAfter);
    return true;
  });
  return { changes: known, unknown: changes.length - known.length };
}

/** Whether a list of coordinates has a path, such as `Proposals.proposals.first`, or what it is in. */
function isAbsent(path: string, absent: ReadonlySet<string>): boolean {
  const [type = '', field, argument] = path.split('.');
  return absent.has(type) || absent.has(`${type}.${field}`) || absent.has(`${type}.${field}(${argument}:)`);
}
