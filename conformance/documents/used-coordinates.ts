import {
  type ASTNode,
  type ExecutableDefinitionNode,
  type GraphQLSchema,
  TypeInfo,
  type ValueNode,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** A part of a schema that a definition uses. */
export interface CoordinateUse {
  /** Such as `Proposal.likesCount`, `Proposals.proposals(first:)`, `ProposalSort.likeCount` or `TypeOfMeeting.ONLINE`. */
  coordinate: string;
  node: ASTNode;
  isMissing: boolean;
  /** Why it is deprecated; undefined if it is not. */
  deprecated?: string;
  /** The argument of a field that it is. */
  argument?: { field: string; name: string; value: ValueNode };
}

const known = new WeakMap<GraphQLSchema, WeakMap<ExecutableDefinitionNode, CoordinateUse[]>>();

/** The coordinates that an operation or fragment uses, as far as the schema has the types around them. */
export function usedCoordinates(definition: ExecutableDefinitionNode, schema: GraphQLSchema): CoordinateUse[] {
  const ofSchema = known.get(schema) ?? new WeakMap<ExecutableDefinitionNode, CoordinateUse[]>();
  known.set(schema, ofSchema);
  const uses = ofSchema.get(definition) ?? collect(definition, schema);
  ofSchema.set(definition, uses);
  return uses;
}

function collect(definition: ExecutableDefinitionNode, schema: GraphQLSchema): CoordinateUse[] {
  const uses: CoordinateUse[] = [];
  const typeInfo = new TypeInfo(schema);
  const add = (
    coordinate: string,
    node: ASTNode,
    found: { deprecationReason?: string | null | undefined } | null | undefined,
    argument?: CoordinateUse['argument'],
  ) => {
    const deprecated = found?.deprecationReason;
    uses.push({
      coordinate,
      node,
      isMissing: !found,
      ...(typeof deprecated === 'string' && { deprecated }),
      ...(argument && { argument }),
    });
  };
  visit(
    definition,
    visitWithTypeInfo(typeInfo, {
      NamedType(node) {
        const type = schema.getType(node.name.value);
        add(node.name.value, node, type ? {} : undefined);
      },
      Field(node) {
        const parent = typeInfo.getParentType();
        const name = node.name.value;
        if (parent && !name.startsWith('__')) add(`${parent.name}.${name}`, node, typeInfo.getFieldDef());
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

/** The types that a definition has conditions on and the schema does not have. */
export const unknownTypeConditions = (definition: ExecutableDefinitionNode, schema: GraphQLSchema): string[] => {
  const names: string[] = [];
  const check = ({ typeCondition }: { typeCondition?: { name: { value: string } } | undefined }) => {
    if (typeCondition && !isCompositeType(schema.getType(typeCondition.name.value)))
      names.push(typeCondition.name.value);
  };
  visit(definition, { FragmentDefinition: check, InlineFragment: check });
  return names;
};
