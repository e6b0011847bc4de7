import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../json-object.ts';
import { worldKinds } from '../../records/kinds.ts';
import { type WorldProblem, formatWorldProblem } from '../../records/validate.ts';
import { parseWorld } from '../../records/world.ts';
import type { Reader } from './reader.ts';
import { type FieldSchema, schemaOf } from './record-reading.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** Where what is left out is reported. */
type Report = Pick<Reader, 'miss' | 'report'>;

/** The records as the files of a world. */
export const filesOf = (world: WorldBuilder): Record<string, ImportedRecord[]> =>
  Object.fromEntries(worldKinds.map((kind) => [`${kind}.json`, world.all(kind).toSorted((a, b) => a.id - b.id)]));

type RecordProblem = Extract<WorldProblem, { position?: number }>;

/**
 * Makes the records those of a valid world: leaves out what its validation refuses, and gives required members a value. Returns the
 * problems that are left, those of the organization.
 */
export function makeValid(world: WorldBuilder, now: number, report: Report): WorldProblem[] {
  // Null and absent mean the same, but for drafts and in lists of values.
  for (const record of worldKinds.flatMap((kind) => world.all(kind)))
    for (const [name, value] of Object.entries(record))
      if (value === undefined || (value === null && name !== 'publishedAt')) delete record[name];
  for (;;) {
    const { problems } = parseWorld(structuredClone(filesOf(world)), now);
    const members = new Map<string, RecordProblem[]>();
    for (const problem of problems) {
      if (problem.kind === undefined || problem.kind === 'organization') continue;
      const member = `${problem.kind}/${String(problem.id)}/${problem.field?.split('.')[0]}`;
      members.set(member, [...(members.get(member) ?? []), problem]);
    }
    if (members.size === 0) return problems;
    for (const found of members.values()) mend(world, found, report);
  }
}

/** Mends one member of a record, which has these problems, or leaves out the record. */
function mend(world: WorldBuilder, problems: RecordProblem[], report: Report): void {
  const [problem] = problems as [RecordProblem];
  const { kind, message } = problem;
  const record = world.find(kind, problem.id as number);
  if (!record) return;
  const paths = problems.map(({ field }) => field?.split('.') ?? []);
  const name = paths[0]![0] ?? 'id';
  const { properties, required } = schemaOf(kind);
  const schema = properties[name] ?? {};
  const inside = paths.map(([, key]) => key);
  const value = record[name];
  if (Array.isArray(value) && inside.every((key) => key !== undefined))
    record[name] = value.filter((_, index) => !inside.includes(String(index)));
  else if (isJsonObject(value) && inside.some((key) => key !== undefined && Object.hasOwn(value, key)))
    record[name] = Object.fromEntries(Object.entries(value).filter(([key]) => !inside.includes(key)));
  else if (!required.includes(name) || schema.nullable || 'default' in schema) delete record[name];
  else {
    const empty = /already used/.test(message) ? undefined : emptyValue(schema);
    if (name !== 'id' && empty !== undefined && !isDeepStrictEqual(value, empty)) record[name] = empty;
    else {
      world.remove(kind, record.id);
      if (message.startsWith('there is no such record'))
        report.miss(kind, undefined, `their ${name} names a record that is not there`);
      else report.report(`left out: ${formatWorldProblem(problem)}`);
    }
  }
}

/** A value for a required member; undefined if it can have none that says nothing, such as a reference or a time. */
function emptyValue({ type, enum: values, minimum, format, references, referencesOneOf }: FieldSchema): unknown {
  if (references || referencesOneOf) return undefined;
  if (values) return values[0];
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type === 'string') return format === undefined ? '' : undefined;
  return {};
}
