import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { UsedCoordinate } from './index.ts';

/** A change of a schema, as `plenum schema diff` finds it. */
export interface SchemaChange {
  criticality: 'BREAKING' | 'DANGEROUS' | 'NON_BREAKING';
  type: string;
  /** Such as `Proposal`, `Proposal.title` or `Proposals.proposals.first`. */
  path: string;
  message: string;
  meta: Record<string, unknown>;
}

/** A change of something that documents use, and where they use it. */
export interface UsedChange extends SchemaChange {
  places: UsedCoordinate['places'];
}

const maxPlaces = 10;

/** The changes that touch what documents use: the changed part itself, and what is inside of the inputs that they name. */
export function changesInUse(
  changes: readonly SchemaChange[],
  usage: readonly UsedCoordinate[],
  before: GraphQLSchema,
): UsedChange[] {
  const uses = usage.map((each) => ({
    path: each.coordinate.replace('(', '.').replace(':)', ''),
    valueTypes: valueTypesOf(before, each.coordinate),
    places: each.places,
  }));
  return changes.flatMap((change) => {
    const { type, meta } = change;
    // That a type gains or loses an interface concerns who names the interface.
    const path = String(meta['addedInterfaceName'] ?? meta['removedInterfaceName'] ?? change.path);
    const [typeName = ''] = path.split('.');
    const isTouched = (use: (typeof uses)[number]): boolean =>
      use.path === path ||
      use.valueTypes.has(typeName) ||
      (/^TYPE_(REMOVED|KIND_CHANGED)$/.test(type) && use.path.startsWith(`${path}.`)) ||
      // A new argument that is required breaks every use of its field.
      (type === 'FIELD_ARGUMENT_ADDED' &&
        change.criticality === 'BREAKING' &&
        path.slice(0, path.lastIndexOf('.')) === use.path);
    const places = new Map(
      uses
        .filter(isTouched)
        .flatMap((use) => use.places)
        .map((place) => [`${place.file}:${place.line}`, place]),
    );
    return places.size > 0 ? [{ ...change, places: [...places.values()].slice(0, maxPlaces) }] : [];
  });
}

/** The enums and inputs of the values of a coordinate: those of an input type that a variable has are not in the document. */
function valueTypesOf(schema: GraphQLSchema, coordinate: string): Set<string> {
  const names = new Set<string>();
  const add = (type: GraphQLNamedType) => {
    if (names.has(type.name) || !(isEnumType(type) || isInputObjectType(type))) return;
    names.add(type.name);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) add(getNamedType(field.type));
  };
  const [typeName = '', fieldName] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (type && fieldName === undefined) add(type);
  // Only fields: an argument is a literal, whose parts are coordinates, or a variable, whose type is one.
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName ?? ''] : undefined;
  if (field) add(getNamedType(field.type));
  return names;
}
