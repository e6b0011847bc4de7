import { worldKinds } from '../../src/records/kinds.ts';
import type { Kind } from '../../src/records/records.ts';
import { type WorldProblem, formatWorldProblem } from '../../src/records/validate.ts';
import { parseWorld } from '../../src/records/world.ts';
import { type FieldSchema, removeLooseEnds, schemaOf } from './dangling-references.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** Fields that a world fills in itself. */
const filledIn = new Set(['createdAt', 'updatedAt', 'publishedAt', 'reference']);

/** Gives records the values that a world requires and the API did not show, and removes links to what was not read. */
export function completeRecords(world: WorldBuilder, report: (problem: string) => void): void {
  for (const kind of worldKinds)
    for (const record of world.all(kind))
      for (const [name, value] of Object.entries(completeRecord(kind, record))) record[name] = value;
  removeLooseEnds(world, report);
  for (const kind of worldKinds) for (const record of world.all(kind)) removeEmpty(record);
}

function completeRecord(kind: Kind, record: ImportedRecord): ImportedRecord {
  const { properties, required } = schemaOf(kind);
  const completed: ImportedRecord = { id: record.id };
  for (const [name, schema] of Object.entries(properties)) {
    if (name === 'id') continue;
    const value = completeValue(record[name], schema, required.includes(name) && !filledIn.has(name));
    completed[name] = name === 'publishedAt' && record[name] === null ? null : value;
  }
  for (const name of Object.keys(record)) if (!Object.hasOwn(properties, name)) completed[name] = undefined;
  return completed;
}

/** The value as the schema allows it; undefined leaves it out. */
function completeValue(value: unknown, schema: FieldSchema, isRequired: boolean): unknown {
  if (value === null || value === undefined || !isValid(value, schema)) {
    if (!isRequired || schema.nullable || 'default' in schema) return undefined;
    return emptyValue(schema);
  }
  return value;
}

function isValid(value: unknown, schema: FieldSchema): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.inWorld?.['format'] === 'http-url')
    return typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
  if (schema.type === 'integer' && typeof value === 'number' && !Number.isInteger(value)) return false;
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = { ...schema, ...schema.inWorld };
    return value >= minimum && value <= maximum;
  }
  if (schema.type === 'string') return typeof value === 'string';
  return true;
}

function emptyValue({ type, enum: values, minimum, format }: FieldSchema): unknown {
  if (values) return values[0];
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type === 'string') return format === undefined ? '' : undefined;
  return {};
}

/** Null and absent mean the same, but for drafts and in lists of values. */
function removeEmpty(record: ImportedRecord): void {
  for (const [name, value] of Object.entries(record))
    if (value === undefined || (value === null && name !== 'publishedAt')) delete record[name];
}

/** The records as the files of a world. */
export const filesOf = (world: WorldBuilder): Record<string, ImportedRecord[]> =>
  Object.fromEntries(worldKinds.map((kind) => [`${kind}.json`, world.all(kind).toSorted((a, b) => a.id - b.id)]));

const maxRounds = 20;

/** Removes the records that a world cannot have, until it is valid. Returns the problems that are left. */
export function removeInvalid(world: WorldBuilder, now: number, report: (problem: string) => void): WorldProblem[] {
  for (let round = 1; ; round++) {
    const { problems } = parseWorld(structuredClone(filesOf(world)), now);
    // The organization stays. What cannot be found must not be looked for again.
    const removable = problems.flatMap((problem) =>
      problem.kind !== undefined && problem.kind !== 'organization' && world.find(problem.kind, problem.id as number)
        ? [problem]
        : [],
    );
    if (removable.length === 0 || round > maxRounds) return problems;
    for (const problem of removable) {
      world.remove(problem.kind, problem.id as number);
      report(`left out: ${formatWorldProblem(problem)}`);
    }
    removeLooseEnds(world, report);
  }
}
