import { createHash } from 'node:crypto';
import type { IMocks, Ref } from '@graphql-tools/mock';
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { Refusal } from '../../errors.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { wrapResolvers } from '../../graphql/schema.ts';
import { graphqlToolsMock } from '../../packages.ts';
import type { MockMode } from '../../server/dialect.ts';

type Source = Record<string, unknown> | null | undefined;

/** Whether a source is a mocked object. */
const isRef = (source: unknown): source is Ref => typeof source === 'object' && source !== null && '$ref' in source;

const toNumber = (...values: unknown[]): number =>
  createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE();

const dayOf = (seed: number): string =>
  new Date(seed && Date.UTC(2026, 0, 1 + (seed % 365))).toISOString().slice(0, 10);

/** The values of scalars, from a number and the name of the field; from 0, the smallest value. Other scalars are strings. */
const scalars: Record<string, (seed: number, fieldName: string) => unknown> = {
  Boolean: (seed) => seed % 2 === 1,
  Date: dayOf,
  DateTime: (seed) => `${dayOf(seed)}T00:00:00+00:00`,
  Float: (seed) => (seed % 10_000) / 100,
  Int: (seed) => seed % 100,
  JSON: () => ({}),
  String: (seed, name) =>
    seed === 0
      ? ''
      : `${/(url|link|thumbnail|image)$/i.test(name) ? 'https://example.org/' : `${name} `}${seed % 10_000}`,
};

/** A client that reads all pages of a mocked list must come to an end. */
const lastPage = { hasNextPage: () => false, hasPreviousPage: () => false };
/** Types without an id would have random keys. */
const keyFieldName = '$key';

// A slug does not begin with a digit.
const slugOf = (key: string): string => (/^\d/.test(key) ? `record-${key}` : key);

/** The key of the record that a field with these arguments is asked for; undefined if they name none. */
function findKey({ id, slug }: { id?: unknown; slug?: unknown }): string | undefined {
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return typeof slug === 'string' ? slug.replace(/^record-(?=\d)/, '') : undefined;
}

/** Creates what makes up a field of an object: the same value for the same key and arguments, in every process and order. */
function createMocks(schema: GraphQLSchema, mode: MockMode) {
  let [seed, field] = [0, ''];
  let wantedType: unknown;
  const next = () => (seed = toNumber(seed));
  const choose = <T>(values: readonly T[]): T => values[mode === 'empty' ? 0 : next() % values.length]!;
  const makeScalar = (name: string) => (scalars[name] ?? scalars['String']!)(mode === 'empty' ? 0 : next(), field);
  const mockOf = (type: GraphQLNamedType) => (): unknown => {
    if (isScalarType(type)) return type.name === 'ID' ? String(next()) : makeScalar(type.name);
    if (isEnumType(type)) return choose(type.getValues()).value;
    if (isAbstractType(type)) {
      // Types of mutations implement interfaces of records, too.
      const types = schema.getPossibleTypes(type).filter(({ name }) => !name.endsWith('Mutation'));
      return { __typename: (types.find(({ name }) => name === wantedType) ?? choose(types)).name };
    }
    return { [keyFieldName]: String(next()), ...(type.name === 'PageInfo' && lastPage) };
  };
  const types = Object.values(schema.getTypeMap());
  const mocks = Object.fromEntries(types.map((type) => [type.name, mockOf(type)])) as IMocks;
  const typePolicies = Object.fromEntries(types.map(({ name }) => [name, { keyFieldName }]));
  const { MockStore } = graphqlToolsMock();
  const store = new MockStore({ schema, mocks, typePolicies });

  return (typeName: string, key: string, fieldName: string, fieldArgs: object, context: RequestContext): unknown => {
    const fieldType = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!.type;
    if (mode === 'empty' && isListType(getNullableType(fieldType))) return [];
    if (mode === 'empty' && !isNonNullType(fieldType)) return null;
    if (fieldName === 'id') return key;
    if (fieldName === 'slug') return slugOf(key);
    const [type, wantedKey] = [getNullableType(fieldType), findKey(fieldArgs)];
    if (isObjectType(type) && wantedKey !== undefined) return { $ref: { typeName: type.name, key: wantedKey } };
    [seed, field] = [toNumber(typeName, key, fieldName, fieldArgs), fieldName];
    wantedType = (fieldArgs as { filter?: { type?: unknown } | null }).filter?.type;
    // What is made up is the same again, so nothing needs to be remembered.
    store.reset();
    const withTexts = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(withTexts);
      if (!isRef(value) || value.$ref.typeName !== 'TranslatedField') return value;
      const text = makeScalar('String');
      return Object.fromEntries(context.store.organization.locales.map((locale) => [locale, text]));
    };
    return withTexts(store.get({ typeName, key, fieldName, fieldArgs }));
  };
}

/**
 * Adds mock values to the fields of a schema, in place. A field without a resolver has the value of the source's property of its name; if
 * there is none, it is mocked, and a mutation is refused. The resolvers of mocked objects are not called.
 */
export function withMocks(schema: GraphQLSchema, mode: MockMode): GraphQLSchema {
  let makeValue: ReturnType<typeof createMocks> | undefined;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isAbstractType(type)) continue;
    const { resolveType } = type;
    type.resolveType = (source, ...rest) => (isRef(source) ? source.$ref.typeName : resolveType?.(source, ...rest));
  }
  return wrapResolvers(schema, ({ name, resolve }, coordinate) => {
    const typeName = coordinate.slice(0, -name.length - 1);
    return (source: Source, args: Record<string, unknown>, context: RequestContext, info) => {
      if (resolve && !isRef(source)) return resolve(source, args, context, info);
      const property = isRef(source) ? undefined : source?.[name];
      if (typeof property === 'function') return property.call(source, args, context, info) as unknown;
      if (property !== undefined) return property;
      if (typeName.endsWith('Mutation'))
        throw new Refusal(`${coordinate} is not in the stand-in: nothing was written`, {
          extensions: { code: 'NOT_IN_STAND_IN' },
        });
      makeValue ??= createMocks(schema, mode);
      // Sources without an id are one record of their type.
      return makeValue(
        typeName,
        String((isRef(source) ? source.$ref.key : source?.['id']) ?? 'none'),
        name,
        args,
        context,
      );
    };
  });
}
