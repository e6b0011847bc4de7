import type { Context } from 'koa';
import { ProblemError } from '../problem.ts';
import { validate } from '../validation.ts';
import type { Operation } from './operations.ts';
import { schemas } from './schemas.ts';

/** Reads the query of an operation. Throws a ProblemError if it does not follow the schema. */
export function readQuery(ctx: Context, { query: schema }: Operation): object {
  if (!schema) return {};
  const types = schemas[schema]!['properties'] as Record<string, { type?: unknown }>;
  const values = new Map<string, string | number>();
  for (const [name, text] of new URLSearchParams(ctx.querystring)) {
    if (values.has(name)) throw new ProblemError(400, `The parameter ${JSON.stringify(name)} is given twice.`, name);
    const isInteger = Object.hasOwn(types, name) && types[name]!.type === 'integer' && /^-?\d+$/.test(text);
    values.set(name, isInteger ? Number(text) : text);
  }
  const query = Object.fromEntries(values);
  validate(schema, query, undefined, 'The query');
  return query;
}
