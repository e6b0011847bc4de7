import type { Context } from 'koa';

/** Bytes that a request's body may have. */
export const maxBodyBytes = 1024 * 1024;

/**
 * The body of a request, as text. Refuses with 413 what is longer than the limit, with 415 what is compressed or not UTF-8
 * by its own word, and with 400 bytes that are no UTF-8.
 */
export async function readBodyText(ctx: Context): Promise<string> {
  const { headers } = ctx;
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    ctx.throw(415, 'The body must not be compressed.');
  }
  const charset = ctx.request.charset.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8') ctx.throw(415, 'The body must be in UTF-8.');
  return decodeUtf8(ctx, await readBodyBytes(ctx));
}

/** The bytes of a request's body. Refuses with 413 what is longer than the limit. */
export async function readBodyBytes(ctx: Context): Promise<Buffer> {
  if (Number(ctx.headers['content-length']) > maxBodyBytes) tooLong(ctx);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) tooLong(ctx);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body, or 400. */
export function decodeUtf8(ctx: Context, bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return ctx.throw(400, 'The body is not UTF-8.');
  }
}

function tooLong(ctx: Context): never {
  // The rest is not read, so the connection cannot be used again.
  ctx.set('Connection', 'close');
  return ctx.throw(413, `The body is longer than ${maxBodyBytes} bytes.`);
}

/** The members of an object: JSON, or a form where the media type says so. Refuses anything else with 415 and 400. */
export async function readJsonOrForm(ctx: Context): Promise<Record<string, unknown>> {
  const type = ctx.is('json', 'application/x-www-form-urlencoded');
  if (!type) ctx.throw(415, 'The body must be application/json or application/x-www-form-urlencoded.');
  const text = await readBodyText(ctx);
  return type === 'json' ? parseJsonObject(ctx, text) : Object.fromEntries(new URLSearchParams(text));
}

/** A JSON object, or 400. */
export function parseJsonObject(ctx: Context, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    ctx.throw(400, `The body is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) ctx.throw(400, 'The body must be a JSON object.');
  return value as Record<string, unknown>;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
