import { statSync } from 'node:fs';
import type { Change } from '@graphql-inspector/core';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { escapeLine } from '../../src/client/format-text.ts';
import { isDialectName, loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { describeSchema } from '../../src/graphql/descriptions.ts';
import { buildSdl, readSdl } from '../../src/graphql/sdl.ts';
import type { UsedCoordinate } from '../documents/model.ts';
import { escapeMarkdown, list, section } from '../reports/markdown.ts';

/** Loads the schema of a dialect, with descriptions. Throws CommandError with the known names for an unknown name. */
export const loadDialectSchema = async (name: string): Promise<GraphQLSchema> =>
  describeSchema((await loadServerDialect(name)).createSchema('empty'));

/** Loads the schema of a dialect, or of an SDL file. Throws CommandError if it is neither, or if the file is invalid. */
export async function loadSchema(nameOrFile: string): Promise<GraphQLSchema> {
  if (isDialectName(nameOrFile)) return loadDialectSchema(nameOrFile);
  if (statSync(nameOrFile, { throwIfNoEntry: false })?.isFile()) return loadSchemaOfFile(nameOrFile);
  throw new CommandError(
    `${nameOrFile} is neither a dialect nor a file with a schema; the dialects are ${Object.keys(suiteDialects).join(', ')}`,
    exitCodes.usage,
  );
}

/** Loads the schema of an SDL file. Throws CommandError if it cannot be read or is invalid. */
export const loadSchemaOfFile = (file: string): GraphQLSchema => buildSdl(readSdl(file), file);

/** What a change means for the clients of a schema, the worst first, with the titles of their sections. */
const titles = { BREAKING: 'Breaking', DANGEROUS: 'Dangerous', NON_BREAKING: 'Not breaking' } as const;
type Criticality = keyof typeof titles;
const criticalities = Object.keys(titles) as Criticality[];

/** One change of a schema, in the words of `@graphql-inspector/core`. */
export interface SchemaChange {
  criticality: Criticality;
  /** The kind of change, such as `FIELD_REMOVED`. */
  type: string;
  /** The schema coordinate, such as `Meeting.title`, or `Proposals.proposals.first` of an argument. */
  path: string;
  message: string;
  /** Why it breaks clients, or may break them. */
  reason?: string;
  /** The names and types that the message has. */
  meta: Record<string, unknown>;
}

/** What a change does, in the order of the list: what is gone, changed, deprecated and new. */
const actions = [/REMOVED$/, /CHANGED/, /DEPRECATION/, /ADDED$/];
const rank = ({ type }: SchemaChange): number => actions.findIndex((action) => action.test(type));

/** Compares two schemas, without their descriptions. Breaking changes are first; a new type is one change with all its parts. */
export async function findSchemaChanges(from: GraphQLSchema, to: GraphQLSchema): Promise<SchemaChange[]> {
  const { diff } = await import('@graphql-inspector/core');
  const changes = await diff(from, to);
  return changes
    .filter((change) => !change.type.includes('DESCRIPTION') && !isPartOfAnother(change, from))
    .map(({ criticality: { level, reason }, type, path = '', message, meta }) => ({
      criticality: level,
      type,
      path,
      message,
      ...(reason !== undefined && { reason }),
      meta,
    }))
    .toSorted(
      (a, b) =>
        criticalities.indexOf(a.criticality) - criticalities.indexOf(b.criticality) ||
        rank(a) - rank(b) ||
        a.path.localeCompare(b.path, 'en') ||
        a.message.localeCompare(b.message, 'en'),
    );
}

/** Whether another change says the same: that a type or a field is new, or that a part is deprecated. */
function isPartOfAnother({ type, path = '', meta }: Change, from: GraphQLSchema): boolean {
  const { addedToNewType, addedToNewField, directiveName, addedDirectiveName, removedDirectiveName } = meta as Record<
    string,
    unknown
  >;
  if (addedToNewType || addedToNewField) return true;
  if (type === 'FIELD_ADDED') return !from.getType(path.split('.')[0]!);
  return [directiveName, addedDirectiveName, removedDirectiveName].includes('deprecated');
}

const maxPlaces = 10;

/**
 * The changes that touch what documents use, with the places in their messages: the changed part itself, and what is inside of the inputs
 * that they name. The rule `considerUsage` of `@graphql-inspector/core` hides too much: it compares the beginnings of names, so that an
 * unused `Proposal.likes` hides a used `Proposal.likesCount`.
 */
export function changesInUse(
  changes: readonly SchemaChange[],
  usage: readonly UsedCoordinate[],
  before: GraphQLSchema,
): (SchemaChange & Pick<UsedCoordinate, 'places'>)[] {
  const uses = usage.map(({ coordinate, places }) => ({
    path: coordinate.replace('(', '.').replace(':)', ''),
    valueTypes: valueTypesOf(before, coordinate),
    places,
  }));
  return changes.flatMap((change) => {
    const { type, meta, criticality } = change;
    // That a type gains or loses an interface concerns who names the interface.
    const path = String(meta['addedInterfaceName'] ?? meta['removedInterfaceName'] ?? change.path);
    // A new argument that is required breaks every use of its field.
    const field =
      type === 'FIELD_ARGUMENT_ADDED' && criticality === 'BREAKING' ? path.slice(0, path.lastIndexOf('.')) : path;
    const used = uses.filter(
      (use) =>
        [path, field].includes(use.path) ||
        use.valueTypes.has(path.split('.')[0]!) ||
        (/^TYPE_(REMOVED|KIND_CHANGED)$/.test(type) && use.path.startsWith(`${path}.`)),
    );
    const found = new Map(
      used.flatMap((use) => use.places).map((each) => [`${escapeLine(each.file)}:${each.line}`, each]),
    );
    const places = [...found].slice(0, maxPlaces);
    const message = `${change.message} (${places.map(([name]) => name).join(', ')})`;
    return places.length > 0 ? [{ ...change, message, places: places.map(([, place]) => place) }] : [];
  });
}

/** The enums and inputs of the values of a coordinate: those of an input type that a variable has are not in the document. */
function valueTypesOf(schema: GraphQLSchema, coordinate: string): Set<string> {
  const names = new Set<string>();
  const add = (type: GraphQLNamedType) => {
    if (names.has(type.name) || !(isEnumType(type) || isInputObjectType(type))) return;
    names.add(type.name);
    if (isInputObjectType(type)) for (const each of Object.values(type.getFields())) add(getNamedType(each.type));
  };
  const [typeName = '', fieldName] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (type && fieldName === undefined) add(type);
  // Only fields: an argument is a literal, whose parts are coordinates, or a variable, whose type is one.
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName ?? ''] : undefined;
  if (field) add(getNamedType(field.type));
  return names;
}

/** Formats changes by criticality, the worst first: for a terminal, or in GitHub Flavored Markdown, such as for a pull request. */
export function formatSchemaChanges(
  from: string,
  to: string,
  changes: readonly SchemaChange[],
  format: 'text' | 'markdown',
): string {
  const { length } = changes;
  const headline =
    length === 0
      ? `${from} and ${to} have the same schema.`
      : `From ${from} to ${to}: ${length} change${length > 1 ? 's' : ''}`;
  const sections = criticalities.flatMap((criticality) => {
    const messages = changes.filter((change) => change.criticality === criticality).map(({ message }) => message);
    if (messages.length === 0) return [];
    const title = `${titles[criticality]} (${messages.length})`;
    if (format === 'markdown') return section(title, list(messages.map(escapeMarkdown)));
    return [[title, ...messages.map((message) => `  ${escapeLine(message)}`)].join('\n')];
  });
  return [format === 'markdown' ? `# ${escapeMarkdown(headline)}` : headline, ...sections].join('\n\n');
}
