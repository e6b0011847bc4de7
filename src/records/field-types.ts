import { type Static, type TSchema, Type } from './schema-builder.ts';

/** A text in several locales, by locale code: `{ "en": "Town hall" }`. */
export type Translations = Record<string, string>;
/** A text of an answer: translations in any locale, or another JSON value that the platform stores as the client sent it. */
export type AnswerText = Translations | string | number | boolean;
/** A record of any kind, by kind and id: `"proposals/1"`. */
export type RecordReference = `${string}/${number}`;
/** A file of the world's folder `files`. */
export interface StoredFile {
  name: string;
  contentType: string;
  bytes: number;
}

// The types of fields. A description can be left out if the field has a common one.

export const nullable = <T extends TSchema>(schema: T) => {
  const { enum: values, type } = schema as { enum?: unknown[]; type?: unknown };
  return Type.Unsafe<Static<T> | null>({
    default: null,
    ...schema,
    nullable: true,
    // Ajv would add it to the list itself, each time that it compiles the schema.
    ...(Array.isArray(type) && { type: [...(type as string[]), 'null'] }),
    ...(values && { enum: [...values, null] }),
  });
};
/** A field that most records do not have. It can be null, too. */
export const optional = <T extends TSchema>(schema: T) => {
  const { default: _, ...rest } = nullable(schema);
  // Without the assertion the type of the field is lost.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
  return Type.Optional(rest as TSchema<Static<T> | null>);
};
export const reference = (kind: string, description?: string) => Type.Integer({ references: kind, description });
export const references = (kind: string, description?: string) =>
  Type.Array(reference(kind), { uniqueItems: true, default: [], description });
/** Like `references`, for a list that most records do not have. */
export const optionalReferences = (kind: string, description?: string) =>
  Type.Optional(Type.Array(reference(kind), { uniqueItems: true, description }));
/** A record of one of several kinds. */
export const recordReference = (kinds: readonly string[], description: string) =>
  Type.Unsafe<RecordReference>({
    type: 'string',
    pattern: `^(${kinds.join('|')})/[1-9][0-9]{0,14}$`,
    referencesOneOf: kinds,
    description,
  });
/** Translations in locales of the organization. */
export const translations = (description?: string) =>
  Type.Unsafe<Translations>({
    type: 'object',
    additionalProperties: { type: 'string' },
    locales: 'organization',
    description,
  });
export const answerText = (description: string) =>
  Type.Unsafe<AnswerText>({
    type: ['object', 'string', 'number', 'boolean'],
    additionalProperties: { type: 'string' },
    locales: 'any',
    description: `${description} The platform also stores texts in other locales than the organization's, and a text, a number or true in place of texts.`,
  });
export const boolean = (defaultValue: boolean, description?: string) =>
  Type.Boolean({ default: defaultValue, description });
/** A boolean that most records do not have; false then. */
export const optionalBoolean = (description: string) => Type.Optional(Type.Boolean({ description }));
export const enumeration = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description });
/** A date-time in the format of the API: in the time zone of the organization, with its offset, to the second. */
export const dateTime = (description?: string) =>
  Type.String({
    format: 'iso-date-time',
    description,
  });
export const date = (description?: string) => Type.String({ format: 'date', description });
export const text = (description?: string) => Type.String({ description });
export const integer = (description?: string, keywords: Record<string, unknown> = {}) =>
  Type.Integer({ ...keywords, description });
/** A number of things: 0 or more. */
export const count = (description: string) => Type.Integer({ minimum: 0, default: 0, description });
export const url = (description: string) => Type.String({ format: 'http-url', description });
/** A latitude or longitude. The platform stores any number. */
export const degrees = Type.Number();
export const file = (description?: string) =>
  Type.Unsafe<StoredFile>({
    ...Type.Object(
      {
        name: Type.String({ pattern: String.raw`^[^/\\]+$` }),
        contentType: Type.String(),
        bytes: Type.Integer({ minimum: 0 }),
      },
      { additionalProperties: false },
    ),
    description,
  });

export const timestamps = { createdAt: dateTime(), updatedAt: dateTime() };
/** Where a record is. */
export const place = {
  address: nullable(text()),
  latitude: nullable(degrees),
  longitude: nullable(degrees),
};
