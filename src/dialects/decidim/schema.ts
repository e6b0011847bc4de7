import { readFileSync } from 'node:fs';
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  DirectiveLocation,
  type FieldDefinitionNode,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLSchema,
  Kind,
  type NameNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
  type StringValueNode,
  type TypeDefinitionNode,
  buildASTSchema,
  buildSchema,
  isInterfaceType,
  isObjectType,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  parse,
} from 'graphql';
import type { Descriptions } from '../../graphql/descriptions.ts';
import { type ReleaseNumber, releaseNumbers } from '../dialect-name.ts';
import { type RenamedPart, isInReleases } from '../suite-dialect.ts';
import type { Release } from './releases.ts';

/** A definition, field, argument, input field or enum value, with the parts that some of them have. */
interface Part {
  readonly name?: NameNode;
  readonly description?: StringValueNode | undefined;
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
  readonly interfaces?: readonly NamedTypeNode[];
  readonly types?: readonly NamedTypeNode[];
  readonly fields?: readonly Part[];
  readonly arguments?: readonly Part[];
  readonly values?: readonly Part[];
}

let definitions: readonly DefinitionNode[] | undefined;

/** The definitions of all releases, read once. */
const allDefinitions = (): readonly DefinitionNode[] =>
  (definitions ??= parse(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'), {
    noLocation: true,
  }).definitions);

const nameOf = ({ name }: Part): string => name?.value ?? '';
const byName = (a: Part, b: Part): number => (nameOf(a) < nameOf(b) ? -1 : 1);

/** The arguments of one of the document's directives on a part. */
function directiveOf({ directives = [] }: Part, name: string): Record<string, string> | undefined {
  const found = directives.find((each) => each.name.value === name);
  const values = found?.arguments?.map((argument) => [argument.name.value, (argument.value as StringValueNode).value]);
  return values && (Object.fromEntries(values) as Record<string, string>);
}

const sinceOf = (part: Part): string | undefined => directiveOf(part, 'since')?.['release'];
const untilOf = (part: Part): string | undefined => directiveOf(part, 'until')?.['release'];
const laterNameOf = (part: Part): string | undefined => directiveOf(part, 'renamed')?.['to'];

/** The parts that a release has. */
const partsIn = <T extends Part>(parts: readonly T[], number: ReleaseNumber): T[] =>
  parts
    .filter((part) =>
      isInReleases({ since: sinceOf(part), until: untilOf(part) }, { name: number, releases: releaseNumbers }),
    )
    .map((part) => ({
      ...part,
      ...(part.fields && { fields: partsIn(part.fields, number) }),
      ...(part.arguments && { arguments: partsIn(part.arguments, number) }),
      ...(part.values && { values: partsIn(part.values, number) }),
    }));

const definitionsByRelease = new Map<ReleaseNumber, TypeDefinitionNode[]>();

/** The types of a release, each with its extensions and the fields of its interfaces. */
function definitionsOf(number: ReleaseNumber): TypeDefinitionNode[] {
  const known = definitionsByRelease.get(number);
  if (known) return known;
  const parts = partsIn(allDefinitions() as readonly Part[], number) as DefinitionNode[];
  const extensions = parts.filter(isTypeExtensionNode);
  const types = parts.filter(isTypeDefinitionNode).map((type): Part => {
    const all: Part[] = [type, ...extensions.filter((each) => nameOf(each) === nameOf(type))];
    const collect = (list: 'interfaces' | 'types') => all.flatMap((each) => each[list] ?? []).toSorted(byName);
    return { ...type, interfaces: collect('interfaces'), types: collect('types') };
  });
  const complete = types.map((type) => {
    if (!type.interfaces?.length) return type;
    const inherited = type.interfaces.flatMap((each) => types.find((other) => nameOf(other) === nameOf(each))!.fields!);
    const fields = new Map([...inherited, ...(type.fields ?? [])].map((field) => [nameOf(field), field]));
    return { ...type, fields: [...fields.values()].toSorted(byName) };
  }) as TypeDefinitionNode[];
  definitionsByRelease.set(number, complete);
  return complete;
}

/** Builds the schema of a release, or that of the town that runs it, without resolvers. */
export const readSchema = ({ number, town }: Pick<Release, 'number' | 'town'>): GraphQLSchema =>
  town === undefined
    ? buildASTSchema(
        { kind: Kind.DOCUMENT, definitions: withoutOwnDirectives(definitionsOf(number)) },
        { assumeValid: true },
      )
    : buildSchema(town, { assumeValid: true });

/** The platform has only `@deprecated`. */
const withoutOwnDirectives = <T extends Part>(parts: readonly T[]): T[] =>
  parts.map((part) => ({
    ...part,
    directives: part.directives?.filter(({ name }) => name.value === 'deprecated'),
    ...(part.fields && { fields: withoutOwnDirectives(part.fields) }),
    ...(part.arguments && { arguments: withoutOwnDirectives(part.arguments) }),
    ...(part.values && { values: withoutOwnDirectives(part.values) }),
  }));

const objectTypes = (types: readonly DefinitionNode[]): ObjectTypeDefinitionNode[] =>
  types.filter((type) => type.kind === Kind.OBJECT_TYPE_DEFINITION);

/** The kind and the Ruby class of the records that are the objects of a type, by the name of the type in any release. */
export const readRecordTypes = (): Record<string, Record<string, string>> =>
  Object.fromEntries(
    objectTypes(allDefinitions()).flatMap((type) => {
      const record = directiveOf(type, 'record');
      return record ? [[nameOf(type), record]] : [];
    }),
  );

/** What ended with a release and has another name since the next one. */
export function renamedParts(): { types: RenamedPart[]; fields: RenamedPart[] } {
  const renamedIn = (parts: readonly Part[], outer: Part = {}): RenamedPart[] =>
    parts.flatMap((part) => {
      const [after, until] = [laterNameOf(part), untilOf(part) ?? untilOf(outer)];
      if (after === undefined || until === undefined) return [];
      const next = releaseNumbers[releaseNumbers.indexOf(until as ReleaseNumber) + 1]!;
      return [{ before: nameOf(part), after, since: `decidim-${next}`, until: `decidim-${until}` }];
    });
  const all = allDefinitions() as readonly Part[];
  const fields = all.flatMap((type) => renamedIn(type.fields ?? [], type));
  return { types: renamedIn(all), fields: [...new Map(fields.map((field) => [field.before, field])).values()] };
}

/** The later name of each type that had another one in an earlier release, by its earlier name. */
export const laterTypeNames = (): Record<string, string> =>
  Object.fromEntries(renamedParts().types.map(({ before, after }) => [before, after]));

/** The earlier names of types and fields, by the later name. */
export function formerNames(): Record<string, string[]> {
  const { types, fields } = renamedParts();
  const found: Record<string, string[]> = {};
  for (const { before, after } of [...types, ...fields]) (found[after] ??= []).push(before);
  return found;
}

/** The names of types of the contract in a release. */
export function typeNamesOf(number: ReleaseNumber): Record<string, string> {
  const dialect = { name: `decidim-${number}`, releases: releaseNumbers.map((each) => `decidim-${each}`) };
  const former = renamedParts().types.filter(({ until }) => isInReleases({ until }, dialect));
  return {
    RegistrationTypeType: 'RegistrationTypeEnum',
    TypeOfMeeting: 'TypeOfMeetingEnum',
    ...Object.fromEntries(former.map(({ before, after }) => [after, before])),
  };
}

/** A field of an object type that has another name in later releases, or no values in the store. */
export interface FormerField {
  typeName: string;
  name: string;
  /** The names of the type and of the field in later releases. */
  later: { typeName: string; name: string };
  /** The value for every record, if the store has none. */
  emptyValue?: null | [];
}

/** The fields of a release that have no resolvers of their own. */
export const formerFields = (number: ReleaseNumber): FormerField[] =>
  objectTypes(definitionsOf(number)).flatMap((type) =>
    (type.fields ?? []).flatMap((field): FormerField[] => {
      const [typeName, name] = [nameOf(type), nameOf(field)];
      const later = { typeName: laterNameOf(type) ?? typeName, name: laterNameOf(field) ?? name };
      if (directiveOf(field, 'empty')) return [{ typeName, name, later, emptyValue: isList(field) ? [] : null }];
      return later.typeName === typeName && later.name === name ? [] : [{ typeName, name, later }];
    }),
  );

const isList = ({ type }: FieldDefinitionNode): boolean =>
  (type.kind === Kind.NON_NULL_TYPE ? type.type : type).kind === Kind.LIST_TYPE;

/** The descriptions of types, fields, arguments and values in all releases, by coordinate. */
export function readSchemaDescriptions(): Descriptions {
  const found: Record<string, string> = {};
  const add = (coordinate: string, { description }: Part) => {
    if (description) found[coordinate] ??= description.value;
  };
  for (const type of allDefinitions().filter(isTypeDefinitionNode) as readonly Part[]) {
    add(nameOf(type), type);
    for (const part of [...(type.fields ?? []), ...(type.values ?? [])]) {
      const coordinate = `${nameOf(type)}.${nameOf(part)}`;
      add(coordinate, part);
      for (const argument of part.arguments ?? []) add(`${coordinate}(${nameOf(argument)}:)`, argument);
    }
  }
  return found;
}

const { FIELD_DEFINITION, ENUM_VALUE, ARGUMENT_DEFINITION, INPUT_FIELD_DEFINITION } = DirectiveLocation;
const deprecatedDirective = new GraphQLDirective({
  ...GraphQLDeprecatedDirective.toConfig(),
  locations: [FIELD_DEFINITION, ENUM_VALUE, ARGUMENT_DEFINITION, INPUT_FIELD_DEFINITION],
});

/** Sorts types, directives, and the fields of objects and interfaces by name, as the platform's introspection does. */
export function sortForIntrospection(schema: GraphQLSchema): GraphQLSchema {
  const { directives, ...config } = schema.toConfig();
  const platformDirectives = directives.map((directive) =>
    directive.name === deprecatedDirective.name ? deprecatedDirective : directive,
  );
  const sorted = new GraphQLSchema({
    ...config,
    directives: platformDirectives.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  });
  sortMap(sorted.getTypeMap());
  for (const type of Object.values(sorted.getTypeMap()))
    // All schemas share graphql-js's introspection types.
    if ((isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')) sortMap(type.getFields());
  return sorted;
}

/** Sorts the values of a map in place. */
function sortMap<T>(map: Record<string, T>): void {
  for (const [name, value] of Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    delete map[name];
    map[name] = value;
  }
}
