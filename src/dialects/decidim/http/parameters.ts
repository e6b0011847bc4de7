import type { Context } from 'koa';
import qs from 'qs';
import { isObject, readBodyBytes, decodeUtf8 } from '../../../server/http/body.ts';

/** A body that says it is JSON and is not. */
export class MalformedJsonError extends Error {}

/** What a request gives: the members of its body. */
export interface RequestParameters {
  members: Record<string, unknown>;
  /** Whether the members were read out of JSON. */
  isJson: boolean;
}

const jsonTypes = new Set(['application/json', 'text/x-json', 'application/jsonrequest']);

/** Whether Rails takes a media type for JSON. */
export const isJsonType = (type: string): boolean => jsonTypes.has(type);

const forms: Record<string, (ctx: Context, bytes: Buffer) => Promise<Record<string, unknown>>> = {
  'application/x-www-form-urlencoded': async (ctx, bytes) => parseNestedQuery(decodeUtf8(ctx, bytes)),
  'multipart/form-data': async ({ headers }, bytes) => {
    const type = { 'Content-Type': headers['content-type']! };
    // A form without a boundary, or cut short, has no fields.
    const fields = await new Response(new Uint8Array(bytes), { headers: type }).formData().catch(() => new FormData());
    const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string');
    return parseNestedQuery(new URLSearchParams(texts).toString());
  },
};
const noType = 'application/x-www-form-urlencoded';

/** The members of a query or a form, where `variables[id]=2` is an object. */
export const parseNestedQuery = (text: string): Record<string, unknown> => qs.parse(text, { depth: 32 });

/** The members of a request's body, by its media type. Throws Malformed, and 400 for what is no UTF-8. */
export async function readParameters(ctx: Context): Promise<RequestParameters> {
  const type = (ctx.headers['content-type'] ?? noType).split(';')[0]!.trim().toLowerCase();
  const bytes = await readBodyBytes(ctx);
  if (isJsonType(type)) return { members: membersOf(decodeUtf8(ctx, bytes)), isJson: true };
  return { members: (await forms[type]?.(ctx, bytes)) ?? {}, isJson: false };
}

function membersOf(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value = parseJsonKeepingFloats(text);
  if (!isObject(value)) return {};
  return text.includes('null') && nullInList.test(text) ? (withoutNulls(value) as Record<string, unknown>) : value;
}

const nullInList = /[[,]\s*null\s*[,\]]/;

/** Lists lose their nulls. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutNulls(each)]));
}

const floatOfWholeNumber = /\.0+(?!\d)|\d[eE]/;
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
const mark = '\u0000float';

/** JSON, where a whole number that is written as a float, such as `1.0`, is a boxed Number: it is no integer. */
export function parseJsonKeepingFloats(text: string): unknown {
  try {
    const plain: unknown = JSON.parse(text);
    if (!floatOfWholeNumber.test(text)) return plain;
  } catch {
    throw new MalformedJsonError();
  }
  const marked = text.replace(token, (found) =>
    /^-?\d+[.e]/i.test(found) && Number.isInteger(Number(found))
      ? `{"${JSON.stringify(mark).slice(1, -1)}":${found}}`
      : found,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    // oxlint-disable-next-line no-new-wrappers
    isObject(value) && mark in value ? new Number(value[mark]) : value,
  );
}
