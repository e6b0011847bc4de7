import { randomBytes } from 'node:crypto';
import type { Context } from '../../../server/endpoint.ts';
import {
  decodeUtf8,
  maxJsonDepth,
  maxRequestValues,
  measureJson,
  readBodyBytes,
  tooManyValues,
} from '../../../server/http/body.ts';
import { RequestError } from '../../../errors.ts';
import { isBoxedNumber } from '../values/texts.ts';
import { isJsonObject } from '../../../json-object.ts';

/** A malformed body whose media type is JSON, or malformed JSON in a parameter. */
export class MalformedJsonError extends Error {
  override message = 'the body is not JSON, or is nested too deep';
}

/** The parameters in the body of a request. */
export interface RequestParameters {
  members: Record<string, unknown>;
  /** Whether the media type of the body is JSON. */
  isJson: boolean;
}

const jsonTypes = new Set(['application/json', 'text/x-json', 'application/jsonrequest']);

/** Whether Rails treats a media type as JSON. */
export const isJsonType = (type: string): boolean => jsonTypes.has(type);

const urlEncoded = 'application/x-www-form-urlencoded';
const formParsers = new Map<string, (ctx: Context, bytes: Buffer) => Promise<Record<string, unknown>>>([
  [urlEncoded, async (ctx, bytes) => parseNestedQuery(decodeUtf8(ctx, bytes))],
  [
    'multipart/form-data',
    async ({ headers }, bytes) => {
      const type = { 'Content-Type': headers['content-type']! };
      // A form without a boundary or with a missing end has no fields.
      const form = await new Response(new Uint8Array(bytes), { headers: type }).formData().catch(() => new FormData());
      const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
      return parseNestedQuery(new URLSearchParams(texts).toString());
    },
  ],
]);

const maxDepth = 32;

/** Parses a query string or form like Rails: `variables[id]=2` is an object, and `ids[]=2` a list. Throws 413 if it has too many values. */
export function parseNestedQuery(text: string): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > maxRequestValues) throw new RequestError(413, tooManyValues);
  for (const [name, value] of pairs) {
    const [, first = name, rest = ''] = /^([^[]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
    const path = [first, ...Array.from(rest.matchAll(/\[(.*?)\]/g), ([, key]) => key!)];
    if (path.length <= maxDepth) setMember(members, path, value);
  }
  return members;
}

/** Sets the value at a path, in which an empty name stands for an item of a list. */
function setMember(object: Record<string, unknown>, [name = '', ...path]: string[], value: string): void {
  const { [name]: current } = object;
  // An assignment to `__proto__` would change the prototype.
  if (name === '__proto__') return;
  if (path.length === 0) object[name] = value;
  else if (path[0] === '') setItem((object[name] = Array.isArray(current) ? current : []), path.slice(1), value);
  else setMember((object[name] = isJsonObject(current) ? current : {}), path, value);
}

function setItem(list: unknown[], path: string[], value: string): void {
  if (path.length === 0) return void list.push(value);
  const last = list.at(-1);
  // A name that the last object has begins the next one.
  const item = isJsonObject(last) && !Object.hasOwn(last, path[0]!) ? last : {};
  if (item !== last) list.push(item);
  setMember(item, path, value);
}

/**
 * Reads the parameters in a body, as its media type requires; the body of another media type has none. Throws a
 * MalformedJsonError, and 400 for a body that is not UTF-8.
 */
export async function readParameters(ctx: Context): Promise<RequestParameters> {
  const type = (ctx.headers['content-type'] ?? urlEncoded).split(';')[0]!.trim().toLowerCase();
  const bytes = await readBodyBytes(ctx);
  if (!isJsonType(type)) return { members: (await formParsers.get(type)?.(ctx, bytes)) ?? {}, isJson: false };
  return { members: parseMembers(decodeUtf8(ctx, bytes)), isJson: true };
}

/** Reads the parameters in a body; undefined if it is malformed JSON. */
export async function readMembers(ctx: Context): Promise<Record<string, unknown> | undefined> {
  try {
    return (await readParameters(ctx)).members;
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined;
    throw error;
  }
}

function parseMembers(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parseJsonKeepingFloats(text);
  if (!isJsonObject(value)) return {};
  return nullInList.test(text) ? (removeNullsFromLists(value) as Record<string, unknown>) : value;
}

const nullInList = /[[,]\s*null\s*[,\]]/;

function removeNullsFromLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(removeNullsFromLists);
  if (!isJsonObject(value) || isBoxedNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, removeNullsFromLists(member)]));
}

const wholeFloat = /\.0+(?!\d)|\d[eE]/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
// Marks a text that stands for a float. A client cannot know it.
const floatMark = randomBytes(9).toString('base64url');

/**
 * Parses JSON. Throws a MalformedJsonError, also if it is nested too deep, and 413 if it has too many values. A whole number in the notation of a float, such as
 * `1.0`, becomes a boxed Number, because it is no integer.
 */
export function parseJsonKeepingFloats(text: string): unknown {
  const { depth, values } = measureJson(text);
  if (depth > maxJsonDepth) throw new MalformedJsonError();
  if (values > maxRequestValues) throw new RequestError(413, tooManyValues);
  try {
    const value: unknown = JSON.parse(text);
    if (!wholeFloat.test(text)) return value;
  } catch {
    throw new MalformedJsonError();
  }
  const marked = text.replace(stringOrNumber, (token) =>
    /^-?\d+[.e]/i.test(token) && Number.isInteger(Number(token)) ? `"${floatMark}${token}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    // oxlint-disable-next-line no-new-wrappers
    typeof value === 'string' && value.startsWith(floatMark) ? new Number(value.slice(floatMark.length)) : value,
  ) as unknown;
}
