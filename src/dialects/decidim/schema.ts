import { readFileSync } from 'node:fs';
import type { IResolvers } from '@graphql-tools/utils';
import {
  type ConstDirectiveNode,
  DirectiveLocation,
  type DocumentNode,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  GraphQLSchema,
  Kind,
  type NameNode,
  type StringValueNode,
  type TypeDefinitionNode,
  type TypeNode,
  buildASTSchema,
  buildSchema,
  isInterfaceType,
  isObjectType,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  parse,
  visit,
} from 'graphql';
import { type ReleaseNumber, releaseNumbers } from '../dialect-name.ts';
import { type RenamedPart, isInReleases } from '../suite-dialect.ts';
import type { Release } from './releases.ts';

/** A definition, field, argument, input field or enum value, as far as it is read here. */
interface Part {
  readonly name?: NameNode;
  readonly directives?: readonly ConstDirectiveNode[];
  readonly interfaces?: readonly Part[];
  readonly types?: readonly Part[];
  readonly fields?: readonly Part[];
  readonly type?: TypeNode;
}

let parsed: DocumentNode | undefined;

/** The document with all releases. It is parsed when it is needed, because that is a good part of a start. */
const allReleases = (): DocumentNode =>
  (parsed ??= parse(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'), { noLocation: true }));

/** The types of all releases. */
export const allTypes = (): readonly Part[] => allReleases().definitions.filter(isTypeDefinitionNode);

export const nameOf = ({ name }: Part): string => name?.value ?? '';
const byName = (a: Part, b: Part): number => (nameOf(a) < nameOf(b) ? -1 : 1);

/** The arguments of one of the document's directives on a part; undefined if the part does not have it. */
export function directiveOf({ directives = [] }: Part, name: string): Record<string, string> | undefined {
  const found = directives.find((each) => each.name.value === name);
  const values = found?.arguments?.map((argument) => [argument.name.value, (argument.value as StringValueNode).value]);
  return values && (Object.fromEntries(values) as Record<string, string>);
}

const untilOf = (part: Part): string | undefined => directiveOf(part, 'until')?.['release'];
const laterNameOf = (part: Part): string => directiveOf(part, 'renamed')?.['to'] ?? nameOf(part);

const isIn = (part: Part, number: ReleaseNumber): boolean =>
  isInReleases(
    { since: directiveOf(part, 'since')?.['release'], until: untilOf(part) },
    { name: number, releases: releaseNumbers },
  );

const typesByRelease = new Map<ReleaseNumber, readonly Part[]>();

/** The types of a release, each with its extensions and the fields of its interfaces. */
function typesOf(number: ReleaseNumber): readonly Part[] {
  const known = typesByRelease.get(number);
  if (known) return known;
  const { definitions } = visit(allReleases(), { enter: (node) => (isIn(node as Part, number) ? undefined : null) });
  const extensions = definitions.filter(isTypeExtensionNode) as readonly Part[];
  const types = (definitions.filter(isTypeDefinitionNode) as readonly Part[]).map((type): Part => {
    const all = [type, ...extensions.filter((each) => nameOf(each) === nameOf(type))];
    const collect = (list: 'interfaces' | 'types') => all.flatMap((each) => each[list] ?? []).toSorted(byName);
    return { ...type, interfaces: collect('interfaces'), types: collect('types') };
  });
  const complete = types.map((type): Part => {
    if (!type.interfaces?.length) return type;
    const inherited = type.interfaces.flatMap((each) => types.find((other) => nameOf(other) === nameOf(each))!.fields!);
    const fields = new Map([...inherited, ...(type.fields ?? [])].map((field) => [nameOf(field), field]));
    return { ...type, fields: [...fields.values()].toSorted(byName) };
  });
  typesByRelease.set(number, complete);
  return complete;
}

/** Builds the schema of a release, or that of the town that runs it, without resolvers. */
export function readSchema({ number, town }: Pick<Release, 'number' | 'town'>): GraphQLSchema {
  if (town !== undefined) return buildSchema(town, { assumeValid: true });
  const document = { kind: Kind.DOCUMENT, definitions: typesOf(number) as readonly TypeDefinitionNode[] } as const;
  // The platform has only `@deprecated`.
  const platformDocument = visit(document, {
    Directive: ({ name }) => (name.value === 'deprecated' ? undefined : null),
  });
  return buildASTSchema(platformDocument, { assumeValid: true });
}

const sharedSchemas = new WeakMap<Release, GraphQLSchema>();

/** The schema of a release that everybody reads and nobody changes. */
export function sharedSchema(release: Release): GraphQLSchema {
  const schema = sharedSchemas.get(release) ?? readSchema(release);
  sharedSchemas.set(release, schema);
  return schema;
}

function renamed(part: Part, outer = part): RenamedPart[] {
  const [before, after, until] = [nameOf(part), laterNameOf(part), untilOf(part) ?? untilOf(outer)];
  if (after === before || until === undefined) return [];
  const next = releaseNumbers[releaseNumbers.indexOf(until as ReleaseNumber) + 1]!;
  return [{ before, after, since: `decidim-${next}`, until: `decidim-${until}` }];
}

/** What ended with a release and has another name since the next one. */
export function renamedParts(): { types: RenamedPart[]; fields: RenamedPart[] } {
  const fields = allTypes().flatMap((type) => (type.fields ?? []).flatMap((field) => renamed(field, type)));
  return {
    types: allTypes().flatMap((type) => renamed(type)),
    fields: [...new Map(fields.map((field) => [field.before, field])).values()],
  };
}

/** The names of types of the contract in a release. */
export function typeNamesOf(number: ReleaseNumber): Record<string, string> {
  const former = allTypes().filter((type) => laterNameOf(type) !== nameOf(type));
  const dialect = { name: number, releases: releaseNumbers };
  const isFormer = (type: Part) => isInReleases({ until: untilOf(type) }, dialect);
  return {
    RegistrationTypeType: 'RegistrationTypeEnum',
    TypeOfMeeting: 'TypeOfMeetingEnum',
    ...Object.fromEntries(former.filter(isFormer).map((type) => [laterNameOf(type), nameOf(type)])),
  };
}

/** Creates the resolvers of fields that have another name in later releases and resolve to the same, and of fields without values. */
export function createFormerResolvers(number: ReleaseNumber, known: IResolvers): IResolvers {
  const resolvers: Record<string, Record<string, unknown>> = {};
  for (const type of typesOf(number))
    for (const field of (isObject(type) && type.fields) || []) {
      const [typeName, name, laterType, laterName] = [
        nameOf(type),
        nameOf(field),
        laterNameOf(type),
        laterNameOf(field),
      ];
      const emptyValue = isList(field.type!) ? [] : null;
      const ofLater = (known[laterType] as Record<string, unknown> | undefined)?.[laterName];
      if (directiveOf(field, 'empty')) (resolvers[typeName] ??= {})[name] = () => emptyValue;
      else if (laterType !== typeName || laterName !== name)
        (resolvers[typeName] ??= {})[name] =
          ofLater ?? ((record: Record<string, unknown>) => record[laterName] ?? null);
    }
  return resolvers;
}

const isObject = (type: Part): boolean => (type as TypeDefinitionNode).kind === Kind.OBJECT_TYPE_DEFINITION;
const isList = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type.kind === Kind.LIST_TYPE;

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
