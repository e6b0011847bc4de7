import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  printSchema,
} from 'graphql';
import { readContractSdl } from '../../graphql/schema.ts';
import { kinds } from '../../records/kinds.ts';
import { behaviors, behaviorsOf } from './behaviors.ts';
import { releases } from './releases.ts';
import { decidimResolvers } from './resources/resources.ts';
import { recordTypes } from './record-types.ts';
import { readSchema, renamedParts } from './schema.ts';

/** Where a schema differs from the contract, by coordinate of the contract: `absent`, another name, or `Contract → Release` types. */
type SchemaDifferences = Record<string, string>;

/** An argument, a field or an input field. */
interface TypedPart {
  name: string;
  type: unknown;
}

const absent = 'absent';

/** The typed parts of a type, by coordinate below the type: `field` or `field(argument:)`. */
const typedParts = (type: GraphQLNamedType): [string, TypedPart][] => {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => [field.name, field]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field): [string, TypedPart][] => [
    [field.name, field],
    ...field.args.map((arg): [string, TypedPart] => [`${field.name}(${arg.name}:)`, arg]),
  ]);
};

/** The names of an enum's values, a union's members, or the interfaces of an object or an interface. */
function namedParts(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  return isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
}

const enumsOf = (schema: GraphQLSchema) => Object.values(schema.getTypeMap()).filter(isEnumType);

/** Maps the names of the contract's enums to the names of enums with the same values. */
function findRenamedEnums(contract: GraphQLSchema, other: GraphQLSchema): Map<string, string> {
  return new Map(
    enumsOf(contract)
      .filter(({ name }) => !other.getType(name))
      .flatMap((type) => {
        const renamed = enumsOf(other).find(
          (each) => !contract.getType(each.name) && String(namedParts(each)) === String(namedParts(type)),
        );
        return renamed ? [[type.name, renamed.name] as const] : [];
      }),
  );
}

/** Returns where another schema differs from the contract: types, parts of types, and types of parts. */
function compareSchemas(contract: GraphQLSchema, other: GraphQLSchema): SchemaDifferences {
  const renamed = findRenamedEnums(contract, other);
  const typeInOther = (type: unknown) => String(type).replace(/\w+/, (name) => renamed.get(name) ?? name);
  const differences: SchemaDifferences = {};
  for (const type of Object.values(contract.getTypeMap())) {
    const name = renamed.get(type.name) ?? type.name;
    const counterpart = other.getType(name);
    if (name !== type.name || !counterpart) differences[type.name] = counterpart ? name : absent;
    if (!counterpart) continue;
    const names = namedParts(counterpart);
    for (const part of namedParts(type)) if (!names.includes(part)) differences[`${type.name}.${part}`] = absent;
    const parts = new Map(typedParts(counterpart));
    for (const [part, { type: partType }] of typedParts(type)) {
      const found = parts.get(part);
      if (!found) differences[`${type.name}.${part}`] = absent;
      else if (String(found.type) !== typeInOther(partType))
        differences[`${type.name}.${part}`] = `${String(partType)} → ${String(found.type)}`;
    }
  }
  return differences;
}

/** The schema of Decidim 0.32, without resolvers. */
const platformSchema = readSchema({ number: '0.32' });

const contract = buildSchema(readContractSdl());
const schemas = new Map(releases.map((release) => [release.number, readSchema(release)]));

const print = (schema: GraphQLSchema): string =>
  printSchema(buildClientSchema(introspectionFromSchema(schema, { descriptions: false })));

for (const [number, schema] of schemas)
  test(`the schema of ${number} is the one that the release shows`, () => {
    const file = new URL(`../../../fixtures/schemas/decidim-${number}.graphql`, import.meta.url);
    assert.equal(print(schema), print(buildSchema(readFileSync(file, 'utf8'))));
    // Comparisons of schemas would list them.
    assert.doesNotMatch(JSON.stringify(schema.getType('Meeting')!.astNode), /"(since|until|renamed|record|empty)"/);
  });

function hasField(schema: GraphQLSchema, typeName: string, field: string): boolean {
  const type = schema.getType(typeName);
  return isObjectType(type) ? field in type.getFields() : isAbstractType(type) && field === '__resolveType';
}

test('later names are those of later releases, and types of records have a kind', () => {
  const newest = schemas.get('develop')!;
  const { types, fields } = renamedParts();
  const newestFields = new Set(
    Object.values(newest.getTypeMap()).flatMap((type) => ('getFields' in type ? Object.keys(type.getFields()) : [])),
  );
  const unknown = [
    ...types.filter(({ after }) => !newest.getType(after)),
    ...fields.filter(({ after }) => !newestFields.has(after)),
    ...Object.values(recordTypes).filter(({ kind }) => !Object.hasOwn(kinds, kind)),
  ];
  assert.deepEqual(unknown, []);
});

test('every shared resolver is of a type and a field of a release', () => {
  const coordinates = coordinatesOf(decidimResolvers);
  assert.ok(coordinates.length > 100, String(coordinates.length));
  assert.deepEqual(
    coordinates.filter((coordinate) => ![...schemas.values()].some((schema) => hasField(schema, ...coordinate))),
    [],
  );
});

// What these remember for later does not change their own answer.
const withoutNote = new Set(['Budget.projects', 'Result.childrenCount']);

for (const [name, { since, until, resolvers = {}, refusals = {}, notes = [] }] of Object.entries(behaviors))
  test(`clients are told what ${name} changes of a field that another release has too`, () => {
    const numbers = [...schemas.keys()];
    const others = [since && numbers[numbers.indexOf(since) - 1], until && numbers[numbers.indexOf(until) + 1]];
    const isInBoth = (type: string, field: string) =>
      [since, until].some((own, index) =>
        [own, others[index]].every((number) => number !== undefined && hasField(schemas.get(number)!, type, field)),
      );
    const noted = new Set(notes.flatMap(({ coordinates }) => coordinates));
    const changed = [...coordinatesOf(resolvers), ...Object.keys(refusals).map((each) => each.split('.'))];
    const untold = changed
      .filter(([type, field]) => isInBoth(type!, field!))
      .filter(([type, field]) => !noted.has(`${type}.${field}`) && !noted.has(`*.${field}`))
      .map((each) => each.join('.'));
    assert.deepEqual(
      untold.filter((each) => !withoutNote.has(each)),
      [],
    );
  });

for (const [name, behavior] of Object.entries(behaviors))
  test(`what ${name} overrides is in the schema of a release with it`, () => {
    const having = [...schemas].filter(([number]) => behaviorsOf(number).includes(behavior));
    const { resolvers = {}, auth = {}, permissions = {} } = behavior;
    const others = [...Object.keys(auth), ...Object.keys(permissions)].map(
      (each) => each.split('.') as [string, string?],
    );
    const unknown = [...coordinatesOf(resolvers), ...others].filter(
      ([type, field]) => !having.some(([, schema]) => (field ? hasField(schema, type, field) : schema.getType(type))),
    );
    assert.deepEqual(unknown, []);
  });

const coordinatesOf = (resolvers: object): [type: string, field: string][] =>
  Object.entries(resolvers).flatMap(([type, fields]: [string, object]) =>
    Object.keys(fields).map((field): [string, string] => [type, field]),
  );

test('the documentation lists where 0.32 and the development version differ from the contract', () => {
  const page = readFileSync(new URL('../../../docs/reference/dialects.md', import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((each) => each.startsWith('Where the schema of Decidim 0.32 differs'))!;
  const tables = section.split('`decidim-develop`').map((text) => {
    const rows = text.matchAll(/^\| `([^`]+)` +\| `?([^`|]+?)`? +\|$/gm);
    return Object.fromEntries([...rows].map(([, coordinate, is]) => [coordinate, is]));
  });
  const differences = compareSchemas(contract, platformSchema);
  const own = Object.entries(compareSchemas(contract, schemas.get('develop')!)).filter(
    ([coordinate]) => !differences[coordinate],
  );
  assert.deepEqual(tables, [differences, Object.fromEntries(own)]);
});
