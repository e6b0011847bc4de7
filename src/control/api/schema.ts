import { type Static, type TObject, type TOptional, type TSchema, Type } from '../../records/schema-builder.ts';

export type { Static };
/** A JSON Schema (2020-12) of values of a type. */
export type Schema<T = unknown> = TSchema<T>;

/** An object with these members only, all required unless they are `optional`; `keywords` are further keywords. */
export const object: typeof Type.Object = (properties, keywords) =>
  Type.Object(properties, { additionalProperties: false, ...keywords });
export const optional = Type.Optional;
/** The same members, all of them optional. */
export const partial = <P extends Record<string, TSchema>>(members: P) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, optional(schema)])) as {
    [K in keyof P]: TOptional<Static<P[K]>>;
  };
export const list = Type.Array;
/** An object whose members all have the same type; their names are not limited. */
export const mapOf = <T>(values: Schema<T>, keywords: Record<string, unknown> = {}): Schema<Record<string, T>> => ({
  ...keywords,
  type: 'object',
  additionalProperties: values,
});
/** A schema that the OpenAPI file has once, by this name. */
export const named = <S extends Schema>(title: string, schema: S): S => ({ ...schema, title });
/** An object that can be null. */
export const orNull = <T>(schema: Schema<T>): Schema<T | null> => ({ oneOf: [schema, { type: 'null' }] });
export const constant = <const T>(value: T): Schema<T> => ({ const: value });
export const choice = <const T extends string>(...values: T[]): Schema<T> => ({ enum: values });
/** One of several objects, which a constant member tells apart. */
export const variants = <S extends TObject[]>(tag: string, ...oneOf: [...S]): Schema<Static<S[number]>> => ({
  type: 'object',
  required: [tag],
  discriminator: { propertyName: tag },
  oneOf,
});

/** Any value. */
export const unknown: Schema = {};
export const boolean = Type.Boolean();
export const string = Type.String();
export const number = Type.Number();
export const integer = Type.Integer();
export const anyObject: Schema<Record<string, unknown>> = { type: 'object' };
export const objectOrNull: Schema<Record<string, unknown> | null> = { type: ['object', 'null'] };
export const textOrNull: Schema<string | null> = { type: ['string', 'null'] };
export const integerOrNull: Schema<number | null> = { type: ['integer', 'null'] };
export const dateTime = Type.String({ format: 'date-time' });
export const positive = Type.Integer({ minimum: 1 });
export const natural = Type.Integer({ minimum: 0 });
export const recordId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The pattern of the name of a session or a snapshot: it can be a part of a URL, which "." and ".." cannot. */
export const namePattern = String.raw`^(?!\.{1,2}$)[\w.:-]{1,100}$`;
export const nameSchema = named(
  'Name',
  Type.String({
    pattern: namePattern,
    description: 'a name with 1 to 100 letters, digits or characters of "._:-", other than "." and ".."',
  }),
);

const durationPattern = 'P(?!$)(\\d+W|(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d{1,3})?S)?)?)$';
const durationOf = (sign: string, example: string): Schema<string> => ({
  type: 'string',
  maxLength: 50,
  pattern: `^${sign}${durationPattern}`,
  description: `an ISO 8601 duration${sign ? '' : ' that is not negative'}`,
  examples: [example],
});
export const forwardDuration = durationOf('', 'PT1H');
export const duration = durationOf('-?', '-P1D');
