import { statSync } from 'node:fs';
import type { Change } from '@graphql-inspector/core';
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredInputField,
  parse,
  validate,
} from 'graphql';
import { escapeLine } from '../../src/client/format-text.ts';
import { describeNames } from '../../src/did-you-mean.ts';
import { isDialectName, loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { describeSchema } from '../../src/graphql/descriptions.ts';
import { buildSdl, readSdl } from '../../src/graphql/sdl.ts';
import type { ClientOperation, UsedCoordinate } from '../documents/model.ts';
import { findUsage } from '../documents/usage.ts';
import { escapeMarkdown, list, section } from '../reports/markdown.ts';

/** Loads the schema of a dialect, with descriptions. Throws CommandError with the known names for an unknown name. */
export const loadDialectSchema = async (name: string): Promise<GraphQLSchema> =>
  describeSchema((await loadServerDialect(name)).createSchema('empty'));

/** Loads the schema of a dialect, or of an SDL file. Throws CommandError if it is neither, or if the file is invalid. */
export async function loadSchema(nameOrFile: string): Promise<GraphQLSchema> {
  if (isDialectName(nameOrFile)) return loadDialectSchema(nameOrFile);
  if (statSync(nameOrFile, { throwIfNoEntry: false })?.isFile()) return loadSchemaOfFile(nameOrFile);
  throw new CommandError(
    `${nameOrFile} is neither a dialect nor a file with a schema.${describeNames(nameOrFile, 'dialects', Object.keys(suiteDialects))}`,
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

/** How a change touches a document: by a coordinate that it has, or by the type of a variable, whose values are not in the document. */
interface Use extends Pick<UsedCoordinate, 'places'> {
  path: string;
  values: ValueTypes;
  /** Whether a document with it is invalid in the second schema. */
  isRefused: boolean;
}

/**
 * The changes that touch what documents use, with the places in their messages: the changed part itself, and what is inside of the inputs
 * that they name. A change breaks a document only if the second schema refuses the document, or can refuse the values of its variables.
 * The rule `considerUsage` of `@graphql-inspector/core` hides too much: it compares the beginnings of names, so that an unused
 * `Proposal.likes` hides a used `Proposal.likesCount`.
 */
export function changesInUse(
  changes: readonly SchemaChange[],
  operations: readonly ClientOperation[],
  [before, after]: readonly [GraphQLSchema, GraphQLSchema],
): (SchemaChange & Pick<UsedCoordinate, 'places'>)[] {
  const isRefused = ({ text }: ClientOperation) => validate(after, parse(text)).length > 0;
  const usesOf = (refused: boolean): Use[] => {
    const own = operations.filter((each) => isRefused(each) === refused);
    return findUsage(own, new Map([['', { schema: before }]])).map(({ coordinate, places }) => ({
      path: coordinate.replace('(', '.').replace(':)', ''),
      values: valueTypesOf(coordinate, before, after),
      places,
      isRefused: refused,
    }));
  };
  const uses = [...usesOf(true), ...usesOf(false)];
  const found = changes.flatMap((change) => {
    const { type, meta, criticality } = change;
    const { path } = change;
    // That a type gains or loses an interface concerns who names one of both.
    const interfaceName = meta['addedInterfaceName'] ?? meta['removedInterfaceName'];
    // A new argument that is required breaks every use of its field.
    const field =
      type === 'FIELD_ARGUMENT_ADDED' && criticality === 'BREAKING' ? path.slice(0, path.lastIndexOf('.')) : path;
    const isInValues = ({ values }: Use) => values.types.has(path.split('.')[0]!) && !values.sameShapes.has(path);
    const isInDocument = (use: Use) =>
      [path, field, interfaceName].includes(use.path) ||
      (/^TYPE_(REMOVED|KIND_CHANGED)$/.test(type) && use.path.startsWith(`${path}.`));
    // A valid document has nothing that is gone, and its literals have types.
    const isOver = /REMOVED$|^(INPUT_FIELD|FIELD_ARGUMENT)_TYPE_CHANGED$/.test(type);
    const used = uses.filter((use) => isInValues(use) || (isInDocument(use) && (use.isRefused || !isOver)));
    const named = new Map(
      used.flatMap((use) => use.places).map((each) => [`${escapeLine(each.file)}:${each.line}`, each]),
    );
    if (named.size === 0) return [];
    const places = [...named].slice(0, maxPlaces);
    const isBreaking = criticality === 'BREAKING' && used.some((use) => use.isRefused || isInValues(use));
    return [
      {
        ...change,
        criticality: criticality === 'BREAKING' && !isBreaking ? ('DANGEROUS' as const) : criticality,
        message: `${change.message} (${places.map(([name]) => name).join(', ')})`,
        places: places.map(([, place]) => place),
      },
    ];
  });
  return found.toSorted((a, b) => criticalities.indexOf(a.criticality) - criticalities.indexOf(b.criticality));
}

/** The enums and inputs of values that are not in a document. */
interface ValueTypes {
  types: Set<string>;
  /** The input fields that have another input with the same shape in the second schema. */
  sameShapes: Set<string>;
}

/** The types of the values of a coordinate: those of an input type that a variable has are not in the document. */
function valueTypesOf(coordinate: string, before: GraphQLSchema, after: GraphQLSchema): ValueTypes {
  const types = new Set<string>();
  const sameShapes = new Set<string>();
  const add = (type: GraphQLNamedType) => {
    if (types.has(type.name) || !(isEnumType(type) || isInputObjectType(type))) return;
    types.add(type.name);
    if (!isInputObjectType(type)) return;
    const later = after.getType(type.name);
    for (const each of Object.values(type.getFields())) {
      const other = isInputObjectType(later) ? later.getFields()[each.name] : undefined;
      if (other && acceptsValuesOf(other.type, each.type)) sameShapes.add(`${type.name}.${each.name}`);
      else add(getNamedType(each.type));
    }
  };
  const [typeName = '', fieldName] = coordinate.split('.');
  const type = before.getType(typeName);
  if (type && fieldName === undefined) add(type);
  // Only fields: an argument is a literal, whose parts are coordinates, or a variable, whose type is one.
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName ?? ''] : undefined;
  if (field) add(getNamedType(field.type));
  return { types, sameShapes };
}

/** The brackets and exclamation marks of a type. */
const wrappersOf = (type: GraphQLInputType): string => String(type).replace(/\w+/, '');

/** Whether an input of another name accepts every value of an input. */
function acceptsValuesOf(other: GraphQLInputType, type: GraphQLInputType): boolean {
  const [later, former] = [getNamedType(other), getNamedType(type)];
  if (later.name === former.name || wrappersOf(other) !== wrappersOf(type)) return false;
  if (!isInputObjectType(later) || !isInputObjectType(former)) return false;
  const known = former.getFields();
  const fields = later.getFields();
  return (
    Object.values(known).every(
      ({ name, type: each }) =>
        fields[name] && (String(fields[name].type) === String(each) || acceptsValuesOf(fields[name].type, each)),
    ) && Object.values(fields).every((each) => known[each.name] || !isRequiredInputField(each))
  );
}

/** Formats changes by criticality, the worst first: for a terminal, or in GitHub Flavored Markdown, such as for a pull request. */
export function formatSchemaChanges(
  from: string,
  to: string,
  changes: readonly SchemaChange[],
  { format, ofDocuments }: { format: 'text' | 'markdown'; ofDocuments: boolean },
): string {
  const { length } = changes;
  const headline =
    length === 0
      ? `${from} and ${to} have the same schema${ofDocuments ? ' for these documents' : ''}.`
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
