import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  getNamedType,
} from 'graphql';
import { SimulatedServerError } from '../../errors.ts';
import {
  type FormattedError,
  type RequestLimits,
  StepCounter,
  ValidationStoppedError,
  tooLargeMessage,
} from './errors.ts';
import { isInteger, valueFromLiteral } from './values.ts';
import type { FieldDefinition, VisibleSchema } from './visible-schema.ts';

/** An analyzer that the platform adds to depth and complexity. */
export interface CustomAnalyzer {
  /** Called for every field of an operation, also skipped ones; for a fragment's fields once for each spread. */
  enter(node: FieldNode, skipped: boolean): void;
  leave(node: FieldNode, skipped: boolean): void;
  /** Returns the error after the whole operation was visited. */
  error(): FormattedError | undefined;
}

/** The limits that an operation is analyzed against. */
export interface AnalysisLimits {
  maxDepth: number;
  maxComplexity: number;
  /** The number of items to assume for a connection without `first` and `last`. */
  maxPageSize: number;
  /** Factories, called for each operation; their errors precede those of depth and complexity. */
  analyzers?: readonly (() => CustomAnalyzer)[];
  limits: RequestLimits;
}

type VariableValues = Readonly<Record<string, unknown>>;

/** Thrown when the analysis depends on a variable and the variables are not known yet. */
class UnknownVariablesError extends Error {}

/** Returns the limits that an operation exceeds, as errors; undefined when that depends on variables and they are not given. */
export function analyzeOperation(
  options: AnalysisLimits,
  visibleSchema: VisibleSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables?: VariableValues,
): FormattedError[] | undefined {
  const { analyzers = [], maxDepth, maxComplexity } = options;
  const customAnalyzers = analyzers.map((create) => create());
  const analysis = new OperationAnalysis(options, visibleSchema, document, operation, variables, customAnalyzers);
  try {
    analysis.visit(operation.selectionSet, visibleSchema.schema.getRootType(operation.operation)!);
    return [
      ...customAnalyzers.flatMap((analyzer) => analyzer.error() ?? []),
      ...limitErrors('depth', analysis.depth, maxDepth),
      ...limitErrors('complexity', analysis.complexity, maxComplexity),
    ];
  } catch (error) {
    if (error instanceof UnknownVariablesError) return undefined;
    if (error instanceof ValidationStoppedError) return [{ message: error.message }];
    throw error;
  }
}

const limitErrors = (measure: string, value: number, max: number): FormattedError[] =>
  value > max ? [{ message: `Query has ${measure} of ${value}, which exceeds max ${measure} of ${max}` }] : [];

/** How a connection field adds to the complexity. */
interface ConnectionCost {
  /** The number of items to assume. */
  pageSize: number;
  /** The cost of the connection's own fields, such as `pageInfo`, which do not count per item. */
  metadataCost: number;
}

/** A response field, with its nodes and the scopes of its subfields. */
interface Scope {
  id: number;
  field: FieldDefinition | undefined;
  /** Subfields by the type that they are selected on, and by response name. */
  subfields: Map<GraphQLNamedType, Map<string, Scope>>;
  nodes: FieldNode[];
  /** The cost of a connection field; null for other fields, and undefined before it is computed. */
  connectionCost?: ConnectionCost | null;
}

const createScope = (id: number, field?: FieldDefinition): Scope => ({ id, field, subfields: new Map(), nodes: [] });

// A visit takes longer than other steps.
const stepsPerVisit = 2;

/** Visits the selections of an operation and computes its depth and complexity. */
class OperationAnalysis {
  depth = 0;
  #level = 0;
  #nesting = 0;
  #lastId = 0;
  readonly #root = createScope(0);
  readonly #costs = new Map<string, number>();
  readonly #steps: StepCounter;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #defaults: ReadonlyMap<string, ValueNode | undefined>;

  constructor(
    readonly options: AnalysisLimits,
    readonly visibleSchema: VisibleSchema,
    { definitions }: DocumentNode,
    { variableDefinitions }: OperationDefinitionNode,
    readonly variables: VariableValues | undefined,
    readonly analyzers: readonly CustomAnalyzer[],
  ) {
    this.#steps = new StepCounter(options.limits.maxSteps);
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
    const defaults = variableDefinitions!.map(
      ({ variable, defaultValue }) => [variable.name.value, defaultValue] as const,
    );
    // Of variables with the same name, the first one counts.
    this.#defaults = new Map(defaults.toReversed());
  }

  visit(
    selectionSet: SelectionSetNode | undefined,
    type: GraphQLNamedType,
    scope = this.#root,
    parentIsSkipped = false,
  ) {
    const { maxNesting } = this.options.limits;
    if (++this.#nesting > maxNesting) throw new ValidationStoppedError({ message: tooLargeMessage });
    for (const node of selectionSet?.selections ?? []) {
      this.#steps.add(stepsPerVisit);
      const skipped = parentIsSkipped || this.#isSkipped(node);
      if (node.kind === Kind.FIELD) this.#visitField(node, type, scope, skipped);
      else {
        const fragment = this.#fragment(node, type);
        this.visit(fragment.selectionSet, fragment.type, scope, skipped);
      }
    }
    this.#nesting--;
  }

  #fragment(node: FragmentSpreadNode | InlineFragmentNode, outerType: GraphQLNamedType) {
    const { selectionSet, typeCondition } =
      node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value)!;
    return { selectionSet, type: typeCondition ? this.visibleSchema.getType(typeCondition.name.value)! : outerType };
  }

  #visitField(node: FieldNode, parent: GraphQLNamedType, scope: Scope, skipped: boolean): void {
    const field = this.visibleSchema.getField(parent, node.name.value)!;
    for (const analyzer of this.analyzers) analyzer.enter(node, skipped);
    if (!skipped) this.depth = Math.max(this.depth, ++this.#level);
    const fieldScope = skipped ? scope : this.#enterScope(scope, parent, node, field);
    this.visit(node.selectionSet, getNamedType(field.type), fieldScope, skipped);
    if (!skipped) this.#level--;
    for (const analyzer of this.analyzers) analyzer.leave(node, skipped);
  }

  #enterScope(scope: Scope, parent: GraphQLNamedType, node: FieldNode, field: FieldDefinition): Scope {
    const siblings = scope.subfields.get(parent) ?? new Map<string, Scope>();
    scope.subfields.set(parent, siblings);
    const responseName = (node.alias ?? node.name).value;
    const fieldScope = siblings.get(responseName) ?? createScope(++this.#lastId, field);
    siblings.set(responseName, fieldScope);
    fieldScope.nodes.push(node);
    return fieldScope;
  }

  /** The complexity of the visited operation; where several types are possible, the most expensive one counts. */
  get complexity(): number {
    return this.#costOfScopes([this.#root]);
  }

  // The same scopes occur again for each possible type of their parents, so their cost is cached.
  #costOfScopes(scopes: readonly Scope[]): number {
    const key = scopes.map(({ id }) => id).join();
    const cached = this.#costs.get(key);
    if (cached !== undefined) return cached;
    const subfields = scopes.flatMap((scope) => [...scope.subfields]);
    const types = new Set(subfields.flatMap(([type]) => this.visibleSchema.getPossibleTypes(type)));
    let cost = 0;
    for (const type of types) {
      const fields = subfields.filter(([other]) => this.visibleSchema.areOverlapping(type, other));
      cost = Math.max(cost, this.#costOfFields(fields.map(([, byName]) => byName)));
    }
    this.#costs.set(key, cost);
    return cost;
  }

  #costOfFields(selections: readonly Map<string, Scope>[]): number {
    const scopesByName = new Map<string, Scope[]>();
    for (const fields of selections) {
      this.#steps.add(1 + fields.size);
      for (const [name, scope] of fields) {
        const scopes = scopesByName.get(name);
        if (scopes) scopes.push(scope);
        else scopesByName.set(name, [scope]);
      }
    }
    let total = 0;
    for (const scopes of scopesByName.values()) {
      const childCost = scopes.some(({ subfields }) => subfields.size > 0) ? this.#costOfScopes(scopes) : 0;
      let cost = 0;
      for (const scope of scopes) cost = Math.max(cost, this.#costOfField(scope, childCost));
      total += cost;
    }
    return total;
  }

  #costOfField(scope: Scope, childCost: number): number {
    if (scope.connectionCost === undefined) scope.connectionCost = this.#connectionCost(scope);
    if (!scope.connectionCost) return 1 + childCost;
    const { pageSize, metadataCost } = scope.connectionCost;
    return 1 + pageSize * (childCost - metadataCost) + metadataCost;
  }

  #connectionCost({ field, nodes }: Scope): ConnectionCost | null {
    const type = getNamedType(field!.type);
    if (!type.name.endsWith('Connection')) return null;
    const pageSizes = ['first', 'last'].map((name) => this.#argument(nodes[0]!, name)).filter(isInteger);
    let metadataCost = 0;
    for (const [parent, subfieldNodes] of this.#subfields(nodes, type)) {
      const name = subfieldNodes[0]!.name.value;
      metadataCost += 1;
      if (name === 'nodes' || name === 'edges') continue;
      const subfield = this.visibleSchema.getField(parent, name)!;
      metadataCost += this.#subfields(subfieldNodes, getNamedType(subfield.type)).length;
    }
    const pageSize = pageSizes.length > 0 ? Math.max(...pageSizes.map(Number)) : this.options.maxPageSize;
    return { pageSize, metadataCost };
  }

  /** Returns the selections below field nodes, grouped by the type that they are made on and by response name. */
  #subfields(nodes: readonly FieldNode[], type: GraphQLNamedType): [GraphQLNamedType, FieldNode[]][] {
    const groups: [GraphQLNamedType, FieldNode[]][] = [];
    const groupsByType = new Map<GraphQLNamedType, Map<string, FieldNode[]>>();
    const collect = (selectionSet: SelectionSetNode | undefined, parent: GraphQLNamedType): void => {
      for (const node of selectionSet?.selections ?? []) {
        this.#steps.add(1);
        if (this.#isSkipped(node)) continue;
        if (node.kind !== Kind.FIELD) {
          const fragment = this.#fragment(node, parent);
          collect(fragment.selectionSet, fragment.type);
          continue;
        }
        const groupsByName = groupsByType.get(parent) ?? new Map<string, FieldNode[]>();
        groupsByType.set(parent, groupsByName);
        const responseName = (node.alias ?? node.name).value;
        const group = groupsByName.get(responseName) ?? [];
        if (group.push(node) > 1) continue;
        groupsByName.set(responseName, group);
        groups.push([parent, group]);
      }
    };
    for (const { selectionSet } of nodes) collect(selectionSet, type);
    return groups;
  }

  /**
   * Whether `@skip` or `@include` excludes a node. Validation does not check variables in a fragment that precedes its
   * operation, so a condition can have any type here; the platform fails when it is not a boolean.
   */
  #isSkipped({ directives }: { directives?: readonly DirectiveNode[] }): boolean {
    return directives!.some((directive) => {
      const skippedIf = { skip: true, include: false }[directive.name.value];
      if (skippedIf === undefined) return false;
      const condition = this.#argument(directive, 'if');
      if (typeof condition === 'boolean') return condition === skippedIf;
      throw new SimulatedServerError('The platform fails on a condition that is not a boolean.');
    });
  }

  #argument(node: FieldNode | DirectiveNode, argumentName: string): unknown {
    const value = node.arguments!.find(({ name }) => name.value === argumentName)?.value;
    if (value?.kind !== Kind.VARIABLE) return value && valueFromLiteral(value);
    if (!this.variables) throw new UnknownVariablesError();
    const name = value.name.value;
    if (Object.hasOwn(this.variables, name)) return this.variables[name];
    const defaultValue = this.#defaults.get(name);
    return defaultValue && valueFromLiteral(defaultValue);
  }
}
