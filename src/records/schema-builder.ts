const optional = Symbol('optional');

/** A JSON Schema. TypeScript knows the type of its values; at run time it is a plain object. */
export interface TSchema<T = unknown> {
  [keyword: string]: unknown;
  /** No schema has it at run time. */
  '~value'?: T;
}
/** The schema of an object, with a schema for each property. */
export interface TObject<T = unknown> extends TSchema<T> {
  properties: Record<string, TSchema>;
  required: string[];
}
export interface TOptional<T> extends TSchema<T> {
  [optional]: true;
}

/** The type of the values that a schema accepts. */
export type Static<S extends TSchema> = Exclude<S['~value'], undefined>;

type Properties = Record<string, TSchema>;
export type OptionalKeys<P extends Properties> = {
  [K in keyof P]: P[K] extends TOptional<unknown> ? K : never;
}[keyof P];
export type ObjectOf<P extends Properties> = { [K in Exclude<keyof P, OptionalKeys<P>>]: Static<P[K]> } & {
  [K in OptionalKeys<P>]?: Static<P[K]>;
};
type Keywords = Record<string, unknown>;

const ofType =
  <T>(type: string) =>
  (keywords: Keywords = {}): TSchema<T> => ({ ...keywords, type });

/**
 * The part of TypeBox that the records need, under the same names. TypeBox itself takes as long to load as graphql, which
 * every start of the server would pay for.
 */
export const Type = {
  Boolean: ofType<boolean>('boolean'),
  Integer: ofType<number>('integer'),
  Number: ofType<number>('number'),
  String: ofType<string>('string'),
  Unsafe: <T>(schema: Keywords): TSchema<T> => schema,
  Array: <S extends TSchema>(items: S, keywords: Keywords = {}): TSchema<Static<S>[]> => ({
    ...keywords,
    type: 'array',
    items,
  }),
  Optional: <T>(schema: TSchema<T>): TOptional<T> => ({ ...schema, [optional]: true }),
  Object: <P extends Properties>(properties: P, keywords: Keywords = {}): TObject<ObjectOf<P>> => ({
    ...keywords,
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !(optional in properties[name]!)),
  }),
};
