import { isJsonObject } from '../../json-object.ts';
import { parseRecordReference, worldKinds } from '../../records/kinds.ts';
import type { Kind } from '../../records/records.ts';
import { type WorldProblem, formatWorldProblem } from '../../records/validate.ts';
import { parseWorld } from '../../records/world.ts';
import type { Reader } from './reader.ts';
import { type FieldSchema, schemaOf } from './record-reading.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** Where what is left out is reported. */
type Report = Pick<Reader, 'miss' | 'report'>;

/** Fields that a world fills in itself. */
const filledIn = new Set(['createdAt', 'updatedAt', 'publishedAt', 'reference']);

/** Gives records the values that a world requires and the API did not show, and removes links to what was not read. */
export function completeRecords(world: WorldBuilder, report: Report): void {
  for (const kind of worldKinds) {
    const { properties, required } = schemaOf(kind);
    for (const record of world.all(kind)) {
      for (const name of Object.keys(record)) if (!Object.hasOwn(properties, name)) delete record[name];
      for (const [name, schema] of Object.entries(properties)) {
        const isDraft = name === 'publishedAt' && record[name] === null;
        if (isDraft || isValid(record[name], schema)) continue;
        const isRequired = required.includes(name) && !filledIn.has(name) && !schema.nullable && !('default' in schema);
        record[name] = isRequired ? emptyValue(schema) : undefined;
      }
    }
  }
  removeLooseEnds(world, report);
  // Null and absent mean the same, but for drafts and in lists of values.
  for (const record of worldKinds.flatMap((kind) => world.all(kind)))
    for (const [name, value] of Object.entries(record))
      if (value === undefined || (value === null && name !== 'publishedAt')) delete record[name];
}

function isValid(value: unknown, schema: FieldSchema): boolean {
  if (value === null || value === undefined) return false;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.inWorld?.['format'] === 'http-url')
    return typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
  if (schema.type === 'integer' && typeof value === 'number' && !Number.isInteger(value)) return false;
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = { ...schema, ...schema.inWorld };
    return value >= minimum && value <= maximum;
  }
  return schema.type === 'string' ? typeof value === 'string' : true;
}

function emptyValue({ type, enum: values, minimum, format }: FieldSchema): unknown {
  if (values) return values[0];
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type === 'string') return format === undefined ? '' : undefined;
  return {};
}

/** Removes references to records that were not read; a record that needs one goes with it. */
function removeLooseEnds(world: WorldBuilder, report: Report): void {
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const kind of worldKinds) {
      const { properties, required } = schemaOf(kind);
      for (const record of world.all(kind))
        for (const [name, schema] of Object.entries(properties)) {
          const left = withoutLooseEnds(record[name], schema, world);
          if (Object.is(left, record[name])) continue;
          isChanged = true;
          if (left !== undefined || !required.includes(name) || schema.nullable) record[name] = left;
          else {
            world.remove(kind, record.id);
            report.miss(kind, undefined, `their ${name} names a record that is not there`);
            break;
          }
        }
    }
  }
}

function withoutLooseEnds(value: unknown, schema: FieldSchema, world: WorldBuilder): unknown {
  if (schema.references && typeof value === 'number')
    return world.find(schema.references as Kind, value) ? value : undefined;
  if (schema.referencesOneOf) {
    if (typeof value !== 'string') return undefined;
    const { kind, id } = parseRecordReference(value);
    return schema.referencesOneOf.includes(kind) && world.find(kind, id) ? value : undefined;
  }
  if (Array.isArray(value) && schema.items?.references) {
    const left = value.filter((id: number) => world.find(schema.items!.references as Kind, id));
    return left.length === value.length ? value : left;
  }
  if (isJsonObject(value) && schema.properties) {
    const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
      name,
      schema.properties![name] ? withoutLooseEnds(each, schema.properties![name], world) : each,
    ]);
    return entries.every(([name, each]) => Object.is(each, value[name])) ? value : Object.fromEntries(entries);
  }
  return value;
}

/** The records as the files of a world. */
export const filesOf = (world: WorldBuilder): Record<string, ImportedRecord[]> =>
  Object.fromEntries(worldKinds.map((kind) => [`${kind}.json`, world.all(kind).toSorted((a, b) => a.id - b.id)]));

const maxRounds = 20;

/** Removes the records that a world cannot have, until it is valid. Returns the problems that are left. */
export function removeInvalid(world: WorldBuilder, now: number, report: Report): WorldProblem[] {
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
      report.report(`left out: ${formatWorldProblem(problem)}`);
    }
    removeLooseEnds(world, report);
  }
}
