import { type SyntaxKind, createScanner } from 'jsonc-parser';
import { isJsonObject } from '../json-object.ts';

export { isJsonObject };

/** A member of a JSON object; undefined if the object does not have it or only inherits it. */
export const ownMember = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** The member at a path; undefined if a value on the way is not an object that has it. */
export const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((parent, key) => (isJsonObject(parent) ? ownMember(parent, key) : undefined), value);

/** The text of a string or number; empty for another value, which `String` may not be able to convert. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Every string in a JSON value, names of members included. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)]);
}

// The members of the const enum SyntaxKind, which a type-only import cannot read.
const tokens = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  colon: 6,
  string: 10,
  end: 17,
} satisfies Record<string, SyntaxKind>;

/** How deep the lists and objects of JSON may be nested. Everything that walks a parsed value is recursive. */
const maxJsonDepth = 100;

/** What of a JSON text no parsed value shows. */
interface JsonStructure {
  isTooDeep: boolean;
  /** A name that an object has twice. */
  repeatedName?: string;
}

function scanStructure(text: string): JsonStructure {
  const open: (Set<string> | undefined)[] = [];
  const scanner = createScanner(text, true);
  let lastString = '';
  let repeatedName: string | undefined;
  for (let token = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    if (token === tokens.openBrace) open.push(new Set());
    else if (token === tokens.openBracket) open.push(undefined);
    else if (token === tokens.closeBrace || token === tokens.closeBracket) open.pop();
    else if (token === tokens.string) lastString = scanner.getTokenValue();
    else if (token === tokens.colon) {
      const names = open.at(-1);
      if (names?.has(lastString)) repeatedName ??= lastString;
      names?.add(lastString);
    }
    if (open.length > maxJsonDepth) return { isTooDeep: true };
  }
  return { isTooDeep: false, repeatedName };
}

/** Parses a JSON text. Both members are undefined if it is not JSON; `problem` says why JSON is not parsed. */
export function parseCheckedJson(text: string): { json?: unknown; problem?: string } {
  const { isTooDeep, repeatedName } = scanStructure(text);
  if (isTooDeep) return { problem: `is nested deeper than ${maxJsonDepth} levels` };
  try {
    const json = JSON.parse(text) as unknown;
    if (repeatedName === undefined) return { json };
    return { problem: `has two members ${JSON.stringify(repeatedName.slice(0, 100))} in one object` };
  } catch {
    return {};
  }
}

/** The value of a JSON text; undefined if it is not JSON, nested too deep, or has an object with repeated names. */
export const parseJson = (text: string): unknown => parseCheckedJson(text).json;
