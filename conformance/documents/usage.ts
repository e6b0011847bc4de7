import {
  type ASTNode,
  type GraphQLSchema,
  type NamedTypeNode,
  TypeInfo,
  type ValueNode,
  getNamedType,
  isEnumType,
  isInputObjectType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { hasCoordinate } from '../../src/graphql/schema.ts';
import { byPlace, lineOf } from './find-operations.ts';
import type { ClientOperation, UsedCoordinate } from './model.ts';

/** A part of a schema that a definition uses. */
export interface CoordinateUse {
  /** Such as `Proposal.likesCount`, `Proposals.proposals(first:)`, `ProposalSort.likeCount` or `TypeOfMeeting.ONLINE`. */
  coordinate: string;
  node: ASTNode;
  isMissing: boolean;
  /** Why it is deprecated; undefined if it is not. */
  deprecated: string | undefined;
  /** The argument of a field that it is. */
  argument: { field: string; name: string; value: ValueNode } | undefined;
}

/** The coordinates that a document, an operation or a fragment uses, as far as their types are known. */
export function usedCoordinates(root: ASTNode, schema: GraphQLSchema): CoordinateUse[] {
  const uses: CoordinateUse[] = [];
  const typeInfo = new TypeInfo(schema);
  type Found = { deprecationReason?: string | null | undefined } | null | undefined;
  const add = (coordinate: string, node: ASTNode, found: Found, argument?: CoordinateUse['argument']) => {
    uses.push({ coordinate, node, isMissing: !found, deprecated: found?.deprecationReason ?? undefined, argument });
  };
  visit(
    root,
    visitWithTypeInfo(typeInfo, {
      NamedType(node) {
        const type = schema.getType(node.name.value);
        add(node.name.value, node, type ? {} : undefined);
      },
      Field(node, _key, _parent, _path, ancestors) {
        // What has the selection set: a field, or a fragment on a type that the schema may not have.
        const condition = (ancestors.at(-2) as { typeCondition?: NamedTypeNode }).typeCondition?.name.value ?? '';
        const parent = typeInfo.getParentType()?.name ?? (schema.getType(condition) ? '' : condition);
        const name = node.name.value;
        if (parent && !name.startsWith('__')) add(`${parent}.${name}`, node, typeInfo.getFieldDef());
      },
      Argument(node) {
        const [parent, field] = [typeInfo.getParentType(), typeInfo.getFieldDef()];
        if (typeInfo.getDirective() || !parent || !field || field.name.startsWith('__')) return;
        const argument = { field: `${parent.name}.${field.name}`, name: node.name.value, value: node.value };
        add(`${argument.field}(${argument.name}:)`, node, typeInfo.getArgument(), argument);
      },
      ObjectField(node) {
        const parent = typeInfo.getParentInputType();
        const type = parent ? getNamedType(parent) : undefined;
        if (isInputObjectType(type)) add(`${type.name}.${node.name.value}`, node, type.getFields()[node.name.value]);
      },
      EnumValue(node) {
        const type = getNamedType(typeInfo.getInputType());
        if (isEnumType(type)) add(`${type.name}.${node.value}`, node, type.getValue(node.value));
      },
    }),
  );
  return uses;
}

/** Lists the parts of the schemas that documents use, by coordinate. */
export function findUsage(
  operations: readonly ClientOperation[],
  schemas: ReadonlyMap<string, { schema: GraphQLSchema }>,
): UsedCoordinate[] {
  const found = new Map<string, { places: Map<string, UsedCoordinate['places'][number]>; deprecated: Set<string> }>();
  const definitions = new Map(operations.flatMap((each) => each.definitions).map((each) => [each.node, each]));
  for (const [target, { schema }] of schemas)
    for (const { node, source } of definitions.values())
      for (const use of usedCoordinates(node, schema)) {
        const place = { file: source.file, line: lineOf(use.node) };
        const part = found.get(use.coordinate) ?? { places: new Map(), deprecated: new Set() };
        found.set(use.coordinate, part);
        part.places.set(`${place.file}:${place.line}`, place);
        if (use.deprecated !== undefined) part.deprecated.add(target);
      }
  return [...found]
    .map(([coordinate, { places, deprecated }]) => ({
      coordinate,
      places: [...places.values()].toSorted(byPlace),
      deprecated: [...deprecated],
      gone: [...schemas].filter(([, { schema }]) => !hasCoordinate(schema, coordinate)).map(([target]) => target),
    }))
    .toSorted((a, b) => (a.coordinate < b.coordinate ? -1 : 1));
}
