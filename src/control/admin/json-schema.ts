/** A JSON Schema (2020-12). */
export type Schema = { readonly [keyword: string]: unknown };

/** An object with these members only; `keywords` are further keywords. */
export const object = (properties: Record<string, Schema>, required: string[] = [], keywords: Schema = {}): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...keywords,
});
/** An object whose members are all there. */
export const response = (properties: Record<string, Schema>): Schema => object(properties, Object.keys(properties));
/** A list; `keywords` are further keywords. */
export const list = (items: Schema, keywords: Schema = {}): Schema => ({ type: 'array', items, ...keywords });
/** A shape of the control API, by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
/** A value that can be null. */
export const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
export const string: Schema = { type: 'string' };
export const textOrNull: Schema = { type: ['string', 'null'] };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
export const positive: Schema = { type: 'integer', minimum: 1 };
export const natural: Schema = { type: 'integer', minimum: 0 };
export const userId: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
/** Exactly one of these members must be there. */
export const oneMember = (...names: string[]): Schema => ({ oneOf: names.map((name) => ({ required: [name] })) });

const durationPattern = 'P(?!$)(\\d+W|(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d{1,3})?S)?)?)$';
const duration = (sign: string, example: string): Schema => ({
  type: 'string',
  // The format has no sign.
  ...(!sign && { format: 'duration' }),
  maxLength: 50,
  pattern: `^${sign}${durationPattern}`,
  description: `an ISO 8601 duration${sign ? '' : ' that is not negative'}`,
  examples: [example],
});
export const forward = duration('', 'PT1H');
export const eitherWay = duration('-?', '-P1D');
