import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
  getNamedType,
  isAbstractType,
  isInputObjectType,
} from 'graphql';
import { SimulatedServerError } from '../../errors.ts';
import {
  type FormattedError,
  type RequestLimits,
  StepCounter,
  ValidationStoppedError,
  tooLargeMessage,
} from './errors.ts';
import { type FieldDefinition, areOverlapping, findField, getOrAdd } from './validation-context.ts';
import { isInteger, valueFromLiteral } from './values.ts';

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

/** Thrown when the analysis depends on a variable and the variables are not known yet. */
class UnknownVariablesError extends Error {}

/** Thrown at an argument that the platform refuses while it measures: then it has no limits. */
class RefusedArgumentError extends Error {}

const errorIf = (condition: boolean, message: string, code?: string): FormattedError[] =>
  condition ? [{ message, ...(code && { extensions: { code } }) }] : [];

const limitErrors = (name: string, value: number, max: number): FormattedError[] =>
  errorIf(value > max, `Query has ${name} of ${value}, which exceeds max ${name} of ${max}`);

type Operation = [
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables?: Readonly<Record<string, unknown>>,
];

/** Returns the limits that an operation exceeds, as errors; undefined when that depends on variables and they are not given. */
export function analyzeOperation(options: AnalysisLimits, ...operation: Operation): FormattedError[] | undefined {
  const { maxRecursions, maxAliases, maxDepth, maxComplexity, repeatsAliasError } = options;
  try {
    const { recursions, aliases, depth, complexity } = measure(options, ...operation);
    const aliasErrors = errorIf(
      aliases > maxAliases,
      `Too many aliases used. You have used ${aliases} aliases, but ${maxAliases} are allowed.`,
      'TOO_MANY_ALIASES_ERROR',
    );
    return [
      ...errorIf(recursions > maxRecursions, 'Too many recursions detected in query', 'RECURSION_LIMIT_EXCEEDED_ERROR'),
      ...aliasErrors,
      ...(repeatsAliasError ? aliasErrors : []),
      ...limitErrors('depth', depth, maxDepth),
      ...limitErrors('complexity', complexity, maxComplexity),
    ];
  } catch (error) {
    if (error instanceof UnknownVariablesError) return undefined;
    if (error instanceof RefusedArgumentError) return [];
    if (error instanceof ValidationStoppedError) return [{ message: error.message }];
    throw error;
  }
}

/** Fields that may be nested in themselves without limit. */
const unlimitedFields = new Set(['node', 'edges', 'nodes', 'ofType']);

/** A response field, with its first node and the scopes of its subfields; the root has neither field nor node. */
interface Scope {
  id: number;
  field?: FieldDefinition;
  node?: FieldNode;
  /** Subfields by the type that they are selected on, and by response name. */
  subfields: Map<GraphQLNamedType, Map<string, Scope>>;
}

/** Where selections are: whether they are skipped, the number of fields around them, and that of fields and fragments. */
interface Position {
  isSkipped: boolean;
  level: number;
  nesting: number;
}

// A visit takes longer than other steps.
const stepsPerVisit = 2;

/** Measures an operation. Where several types are possible, the complexity is that of the most expensive one. */
function measure(
  { limits, maxPageSize }: AnalysisLimits,
  ...[schema, { definitions }, { operation, selectionSet, variableDefinitions }, variables]: Operation
) {
  const steps = new StepCounter(limits.maxSteps);
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const levels = new Map<string, number>();
  const aliases = new Set<string>();
  let [recursions, depth, scopeCount] = [0, 0, 0];

  function visit(
    selections: readonly SelectionNode[] = [],
    type: GraphQLNamedType,
    scope: Scope,
    outer: Position,
  ): void {
    if (outer.nesting > limits.maxNesting) throw new ValidationStoppedError({ message: tooLargeMessage });
    for (const node of selections) {
      steps.add(stepsPerVisit);
      const inner = { ...outer, isSkipped: outer.isSkipped || isSkipped(node), nesting: outer.nesting + 1 };
      if (node.kind === Kind.FIELD) visitField(node, type, scope, inner);
      else {
        const { typeCondition, selectionSet: own } =
          node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)!;
        visit(own.selections, typeCondition ? schema.getType(typeCondition.name.value)! : type, scope, inner);
      }
    }
  }

  function visitField(node: FieldNode, parent: GraphQLNamedType, scope: Scope, position: Position): void {
    const field = findField(schema, parent, node.name.value)!;
    const type = getNamedType(field.type);
    const selections = node.selectionSet?.selections;
    if (node.alias) aliases.add(node.alias.value);
    countRecursion(node, position.isSkipped, 1);
    if (position.isSkipped) visit(selections, type, scope, position);
    else {
      const level = position.level + 1;
      depth = Math.max(depth, level);
      const siblings = getOrAdd(scope.subfields, parent, () => new Map<string, Scope>());
      const create = () => ({ id: ++scopeCount, field, node, subfields: new Map() });
      visit(selections, type, getOrAdd(siblings, (node.alias ?? node.name).value, create), { ...position, level });
    }
    countRecursion(node, position.isSkipped, -1);
  }

  /** Counts how often a field is nested in fields of the same name. Without selections it counts only if it is skipped. */
  function countRecursion({ name: { value: name }, selectionSet: own }: FieldNode, skipped: boolean, step: 1 | -1) {
    if ((!own && !skipped) || unlimitedFields.has(name)) return;
    const level = (levels.get(name) ?? 0) + step;
    levels.set(name, level);
    recursions = Math.max(recursions, level);
  }

  /**
   * Whether `@skip` or `@include` excludes a node. Validation does not check variables in a fragment that precedes its
   * operation, so a condition can have any type here; the platform fails when it is not a boolean.
   */
  function isSkipped({ directives }: { directives?: readonly DirectiveNode[] }): boolean {
    return directives!.some((directive) => {
      const skippedIf = { skip: true, include: false }[directive.name.value];
      if (skippedIf === undefined) return false;
      const condition = argumentOf(directive, 'if');
      if (typeof condition === 'boolean') return condition === skippedIf;
      throw new SimulatedServerError('The platform fails on a condition that is not a boolean.');
    });
  }

  const argumentOf = (node: FieldNode | DirectiveNode, argumentName: string): unknown =>
    valueOf(node.arguments!.find(({ name }) => name.value === argumentName)?.value);

  function valueOf(value: ValueNode | undefined): unknown {
    if (value?.kind !== Kind.VARIABLE) return value && valueFromLiteral(value);
    if (!variables) throw new UnknownVariablesError();
    const name = value.name.value;
    if (Object.hasOwn(variables, name)) return variables[name];
    // Of variables with the same name, the first one counts.
    const defaultValue = variableDefinitions!.find(({ variable }) => variable.name.value === name)?.defaultValue;
    return defaultValue && valueFromLiteral(defaultValue);
  }

  // The same scopes occur again for each possible type of their parents, so their cost is kept.
  const costs = new Map<string, number>();
  const costOfScopes = (scopes: readonly Scope[]): number =>
    getOrAdd(costs, scopes.map(({ id }) => id).join(), () => {
      const subfields = scopes.flatMap((scope) => [...scope.subfields]);
      const types = new Set<GraphQLNamedType>(
        subfields.flatMap(([type]) => (isAbstractType(type) ? [...schema.getPossibleTypes(type)] : type)),
      );
      const costsByType = Array.from(types, (type) => {
        const fields = subfields.filter(([other]) => areOverlapping(schema, type, other));
        return costOfFields(fields.map(([, byName]) => byName));
      });
      return Math.max(0, ...costsByType);
    });

  function costOfFields(selections: readonly Map<string, Scope>[]): number {
    const scopesByName = new Map<string, Scope[]>();
    for (const fields of selections) {
      steps.add(1 + fields.size);
      for (const [name, scope] of fields) getOrAdd(scopesByName, name, () => []).push(scope);
    }
    let total = 0;
    for (const scopes of scopesByName.values()) {
      const childCost = scopes.some(({ subfields }) => subfields.size > 0) ? costOfScopes(scopes) : 0;
      total += Math.max(...scopes.map((scope) => costOfField(scope, childCost)));
    }
    return total;
  }

  /** How often the fields below a field count, and the cost of those that count once, such as `pageInfo` of a connection. */
  const multipliers = new Map<Scope, { pageSize: number; metadataCost: number }>();
  function costOfField(scope: Scope, childCost: number): number {
    const { pageSize, metadataCost } = getOrAdd(multipliers, scope, () => findMultiplier(scope));
    return 1 + pageSize * (childCost - metadataCost) + metadataCost;
  }

  /** Of several directions that are not valid, the first one of the type of the order counts: the platform fails on null. */
  function checkDirections({ args }: FieldDefinition, node: FieldNode): void {
    const type = getNamedType(args.find(({ name }) => name === 'order')?.type);
    const order = node.arguments!.find(({ name }) => name.value === 'order')?.value;
    if (!isInputObjectType(type) || !order) return;
    const values = order.kind === Kind.OBJECT ? undefined : (valueOf(order) as Record<string, unknown> | null);
    for (const name of Object.keys(type.getFields())) {
      const direction = values
        ? values[name]
        : order.kind === Kind.OBJECT && valueOf(order.fields.find((each) => each.name.value === name)?.value);
      if (direction === null) throw new SimulatedServerError('a direction of an order is null');
      if (typeof direction === 'string' && !/^(?:asc|desc)$/i.test(direction)) throw new RefusedArgumentError();
    }
  }

  function findMultiplier({ field, node, subfields }: Scope) {
    if (!getNamedType(field!.type).name.endsWith('Connection')) return { pageSize: 1, metadataCost: 0 };
    // The platform reads the arguments of connections that are not reached, too.
    checkDirections(field!, node!);
    const pageSizes = ['first', 'last'].map((name) => argumentOf(node!, name)).filter(isInteger);
    const own = [...subfields.values()].flatMap((byName) => [...byName.values()]);
    const metadata = own.filter((each) => !['nodes', 'edges'].includes(each.node!.name.value));
    const below = metadata.flatMap((each) => [...each.subfields.values()].map(({ size }) => size));
    return {
      pageSize: pageSizes.length > 0 ? Math.max(...pageSizes.map(Number)) : maxPageSize,
      metadataCost: own.length + below.reduce((sum, size) => sum + size, 0),
    };
  }

  const root: Scope = { id: 0, subfields: new Map() };
  visit(selectionSet.selections, schema.getRootType(operation)!, root, { isSkipped: false, level: 0, nesting: 1 });
  return { recursions, aliases: aliases.size, depth, complexity: costOfScopes([root]) };
}
