import { type Static, type TObject, type TSchema, Type } from '../../records/schema-builder.ts';

export type { Static };
/** A JSON Schema (2020-12) of values of a type. */
export type Schema<T = unknown> = TSchema<T>;

/** An object with these members only, all required unless they are `optional`; `keywords` are further keywords. */
export const object: typeof Type.Object = (properties, keywords) =>
  Type.Object(properties, { additionalProperties: false, ...keywords });
export const optional = Type.Optional;
/** A list; `keywords` are further keywords. */
export const list = Type.Array;
/** An object whose members all have the same type; their names are not limited. */
export const mapOf = <T>(values: Schema<T>, keywords: Record<string, unknown> = {}): Schema<Record<string, T>> => ({
  ...keywords,
  type: 'object',
  additionalProperties: values,
});
/** A named shape of the control API, wherever another shape contains it. */
export const ref = <T>(name: string, _shape: Schema<T>): Schema<T> => ({ $ref: `#/components/schemas/${name}` });
/** A value that can be null. */
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
export const userId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Of these groups, exactly one has members that are there. */
export const oneGroup = (...groups: string[][]): Record<string, unknown> => ({
  oneOf: groups.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) })),
});

const durationPattern = 'P(?!$)(\\d+W|(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d{1,3})?S)?)?)$';
const duration = (sign: string, example: string): Schema<string> => ({
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
