import type { GraphQLResolveInfo } from 'graphql';
import type { Path } from 'graphql/jsutils/Path.js';
import type { Execution, FieldPlan } from './execution.ts';

/** The `info` of a resolver. Most resolvers read at most one member, so each is computed when it is read. */
export class ResolveInfo implements GraphQLResolveInfo {
  constructor(
    private readonly field: FieldPlan,
    private readonly execution: Execution,
  ) {}

  get fieldName() {
    return this.field.definition.name;
  }
  get fieldNodes() {
    return this.field.nodes;
  }
  get returnType() {
    return this.field.definition.type;
  }
  get parentType() {
    return this.field.parentType;
  }
  get schema() {
    return this.execution.plan.schema;
  }
  get fragments() {
    return this.execution.plan.fragments;
  }
  get operation() {
    return this.execution.plan.operation;
  }
  get variableValues() {
    return this.execution.variableValues;
  }
  get rootValue() {
    return undefined;
  }

  get path(): Path {
    const typeNames: string[] = [];
    for (let field: FieldPlan | undefined = this.field; field; field = field.parent)
      typeNames.unshift(field.parentType.name);
    let path: Path | undefined;
    for (const key of this.execution.path.slice(0, this.field.depth + 1))
      path = { prev: path, key, typename: typeof key === 'number' ? undefined : typeNames.shift() };
    return path!;
  }
}
