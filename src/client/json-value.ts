import { visit } from 'jsonc-parser';
import { isJsonObject } from '../json-object.ts';

export { isJsonObject };

/** A member of a JSON object; undefined if the object does not have it or only inherits it. */
export const ownMember = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** The value at a path of names and indexes; undefined if a value on the way does not have it. */
export const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((parent, key) => {
    if (Array.isArray(parent)) return /^\d+$/.test(key) ? (parent[Number(key)] as unknown) : undefined;
    return isJsonObject(parent) ? ownMember(parent, key) : undefined;
  }, value);

/** The text of a string or number; empty for another value, which `String` may not be able to convert. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Every string in a JSON value, names of members included. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)]);
}

/** How deep the lists and objects of JSON may be nested. Everything that walks a parsed value is recursive. */
const maxJsonDepth = 100;

/** A name that an object of a JSON text has twice, which no parsed value shows. Throws a RangeError if the text is nested too deep. */
function findRepeatedName(text: string): string | undefined {
  const open: Set<string>[] = [];
  let repeated: string | undefined;
  const begin = () => {
    open.push(new Set());
    if (open.length > maxJsonDepth) throw new RangeError(`is nested deeper than ${maxJsonDepth} levels`);
  };
  const end = () => void open.pop();
  const onObjectProperty = (name: string) => {
    const names = open.at(-1)!;
    if (names.has(name)) repeated ??= name;
    names.add(name);
  };
  visit(text, { onObjectBegin: begin, onArrayBegin: begin, onObjectEnd: end, onArrayEnd: end, onObjectProperty });
  return repeated;
}

/** Parses a JSON text. Both members are undefined if it is not JSON; `problem` says why JSON is not parsed. */
export function parseCheckedJson(text: string): { json?: unknown; problem?: string } {
  try {
    const repeated = findRepeatedName(text);
    const json = JSON.parse(text) as unknown;
    if (repeated === undefined) return { json };
    return { problem: `has two members ${JSON.stringify(repeated.slice(0, 100))} in one object` };
  } catch (error) {
    return error instanceof RangeError ? { problem: error.message } : {};
  }
}

/** The value of a JSON text; undefined if it is not JSON, nested too deep, or has an object with repeated names. */
export const parseJson = (text: string): unknown => parseCheckedJson(text).json;
