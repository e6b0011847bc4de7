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

/** The limits that an operation is analyzed against. */
export interface AnalysisLimits {
  maxDepth: number;
  maxComplexity: number;
  /** The number of items to assume for a connection without `first` and `last`. */
  maxPageSize: number;
  /** The number of different aliases, those of skipped fields included. */
  maxAliases: number;
  /** How often a field may occur within fields of its name, the outermost one included. */
  maxRecursions: number;
  /** Whether the error about too many aliases is in the response twice. */
  repeatsAliasError?: boolean;
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
  const analysis = new OperationAnalysis(options, visibleSchema, document, operation, variables);
  try {
    analysis.visit(operation.selectionSet, visibleSchema.schema.getRootType(operation.operation)!);
    const { recursions, aliases, depth, complexity } = analysis;
    const aliasErrors = errorIf(
      aliases.size > options.maxAliases,
      `Too many aliases used. You have used ${aliases.size} aliases, but ${options.maxAliases} are allowed.`,
      'TOO_MANY_ALIASES_ERROR',
    );
    return [
      ...errorIf(
        recursions > options.maxRecursions,
        'Too many recursions detected in query',
        'RECURSION_LIMIT_EXCEEDED_ERROR',
      ),
      ...aliasErrors,
      ...(options.repeatsAliasError ? aliasErrors : []),
      ...limitErrors('depth', depth, options.maxDepth),
      ...limitErrors('complexity', complexity, options.maxComplexity),
    ];
  } catch (error) {
    if (error instanceof UnknownVariablesError) return undefined;
    if (error instanceof ValidationStoppedError) return [{ message: error.message }];
    throw error;
  }
}

const errorIf = (condition: boolean, message: string, code?: string): FormattedError[] =>
  condition ? [{ message, ...(code && { extensions: { code } }) }] : [];

const limitErrors = (measure: string, value: number, max: number): FormattedError[] =>
  errorIf(value > max, `Query has ${measure} of ${value}, which exceeds max ${measure} of ${max}`);

/** Fields that may be nested in themselves without limit. */
const unlimitedFields = new Set(['node', 'edges', 'nodes', 'ofType']);

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
  readonly aliases = new Set<string>();
  /** The most often that a field is nested in fields of its name. */
  recursions = 0;
  readonly #levelsByName = new Map<string, number>();
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
    if (node.alias) this.aliases.add(node.alias.value);
    this.#countRecursion(node, skipped, 1);
    if (!skipped) this.depth = Math.max(this.depth, ++this.#level);
    const fieldScope = skipped ? scope : this.#enterScope(scope, parent, node, field);
    this.visit(node.selectionSet, getNamedType(field.type), fieldScope, skipped);
    if (!skipped) this.#level--;
    this.#countRecursion(node, skipped, -1);
  }

  /** Counts how often a field is nested in fields of the same name. Without selections it counts only if it is skipped. */
  #countRecursion({ name: { value: name }, selectionSet }: FieldNode, skipped: boolean, step: 1 | -1): void {
    if ((!selectionSet && !skipped) || unlimitedFields.has(name)) return;
    const level = (this.#levelsByName.get(name) ?? 0) + step;
    this.#levelsByName.set(name, level);
    this.recursions = Math.max(this.recursions, level);
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
