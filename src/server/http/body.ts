import type { Context } from 'koa';
import { isJsonObject } from '../../json-object.ts';

/** The maximum size of a request body. */
export const maxBodyBytes = 1024 * 1024;

// Each chunk costs as much time as thousands of bytes, so those that are shorter than this on average must be few.
const shortChunkBytes = 64;
const maxShortChunks = 1000;

/**
 * Reads a body as text. Throws 413 if it is longer than `maxBytes`, 415 if it is compressed or declares a charset other than UTF-8, and 400
 * if it is not UTF-8.
 */
export async function readBodyText(ctx: Context, maxBytes = maxBodyBytes): Promise<string> {
  const { headers } = ctx;
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    ctx.throw(415, 'The body must not be compressed.');
  }
  // Koa parses the type again for the charset.
  const charset = headers['content-type']?.includes(';') ? ctx.request.charset.toLowerCase() : '';
  if (charset && charset !== 'utf-8' && charset !== 'utf8') ctx.throw(415, 'The body must be in UTF-8.');
  return decodeUtf8(ctx, await readBodyBytes(ctx, maxBytes));
}

/** Reads the bytes of a body. Rejects with 413 as soon as it is longer than `maxBytes`, or comes in too many short chunks. */
export async function readBodyBytes(ctx: Context, maxBytes = maxBodyBytes): Promise<Buffer> {
  const { req } = ctx;
  const declared = Number(ctx.headers['content-length'] ?? maxBytes);
  if (declared > maxBytes) return refuseLongBody(ctx, maxBytes);
  // A plug-in has read it.
  if (req.readableEnded) return Buffer.alloc(0);
  // A list of the chunks would take hundreds of bytes for each, and a client can send chunks of one byte.
  const bytes = Buffer.allocUnsafe(declared);
  let length = 0;
  let chunks = 0;
  const isComplete = await new Promise<boolean>((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      chunks += 1;
      if (length + chunk.length > declared || chunks > maxShortChunks + length / shortChunkBytes) resolve(false);
      else length += chunk.copy(bytes, length);
    });
    req.once('end', () => resolve(true));
    req.once('error', reject);
  });
  if (isComplete) return bytes.subarray(0, length);
  req.removeAllListeners('data').pause();
  return refuseLongBody(ctx, maxBytes);
}

function refuseLongBody(ctx: Context, maxBytes: number): never {
  // The connection cannot be reused, because the rest of the body is not read.
  ctx.set('Connection', 'close');
  return ctx.throw(413, `The body is longer than ${maxBytes} bytes, or in too many short chunks.`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body, which the state of the request keeps. Throws 400 if it is not UTF-8. */
export function decodeUtf8(ctx: Context, bytes: Buffer): string {
  try {
    return (ctx.state['bodyText'] = utf8.decode(bytes));
  } catch {
    return ctx.throw(400, 'The body is not UTF-8.');
  }
}

/** Reads the members of a JSON object or a form. Throws 415 for other media types and 400 for other JSON. */
export async function readJsonOrForm(ctx: Context): Promise<Record<string, unknown>> {
  const type = ctx.is('json', 'application/x-www-form-urlencoded');
  if (!type) ctx.throw(415, 'The body must be application/json or application/x-www-form-urlencoded.');
  const text = await readBodyText(ctx);
  return type === 'json' ? parseJsonObject(ctx, text) : Object.fromEntries(new URLSearchParams(text));
}

/**
 * Parses the JSON of `source`, such as "body". Throws 413 if it has more than `maxValues` members and items, and 400 if the text is not
 * JSON, or nested too deep.
 */
export function parseJson(ctx: Context, text: string, source: string, maxValues = Infinity): unknown {
  const { depth, values } = measureJson(text);
  if (values > maxValues && depth <= maxJsonDepth) ctx.throw(413, tooManyValues);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    ctx.throw(400, `The ${source} is not JSON: ${(error as Error).message}`);
  }
  if (depth > maxJsonDepth) ctx.throw(400, `The ${source} is nested deeper than ${maxJsonDepth} levels.`);
  return value;
}

/** Parses a body that is a JSON object. Throws as `parseJson` does, and 400 if the text is anything else. */
export function parseJsonObject(ctx: Context, text: string, maxValues?: number): Record<string, unknown> {
  const value = parseJson(ctx, text, 'body', maxValues);
  if (!isJsonObject(value)) ctx.throw(400, 'The body must be a JSON object.');
  return value;
}

/** How deep the lists and objects of JSON may be nested: the default of Ruby's JSON parser. */
export const maxJsonDepth = 100;

/**
 * How many members and items the JSON of a request to the API may have. A client sends some hundreds; reading, validating, storing and
 * recording 50,000 holds the event loop for most of a second.
 */
export const maxRequestValues = 10_000;
export const tooManyValues = `The body of a request may have ${maxRequestValues.toLocaleString('en')} members and items.`;

/** How deep the lists and objects of a JSON text are nested, and how many members and items they have. Takes less time than parsing it. */
export function measureJson(text: string): { depth: number; values: number } {
  let [deepest, depth, values] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 1)
    switch (text[index]) {
      case '"':
        index = endOfText(text, index);
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        deepest = Math.max(deepest, depth);
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
    }
  return { depth: deepest, values };
}

/** The position of the quotation mark that ends the text of JSON whose first one is at `start`. */
function endOfText(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(text, end));
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
