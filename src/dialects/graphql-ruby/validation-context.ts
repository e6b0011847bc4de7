import {
  type ASTNode,
  type DocumentNode,
  Kind,
  type TypeInfo,
  ValidationContext as GraphQLValidationContext,
  type ValueNode,
  getNullableType,
  isListType,
} from 'graphql';
import { type FormattedError, type RequestLimits, StepCounter, ValidationStoppedError } from './errors.ts';
import { locationOfNode } from './locations.ts';
import { type ErrorCode, messages } from './messages.ts';
import { type InputRules, printLiteral } from './values.ts';
import type { VisibleSchema } from './visible-schema.ts';

/**
 * The path of a node in the document, in graphql-ruby's notation: `query q`, `component`, `... on Meetings`. Paths with
 * the same steps are the same object.
 */
export class DocumentPath {
  /** Whether an error was reported at this path or below it. */
  hasErrors = false;
  /** The number of characters of all steps. */
  readonly characters: number;
  readonly #children = new Map<string | number, DocumentPath>();

  constructor(
    readonly parent?: DocumentPath,
    readonly step: string | number = '',
  ) {
    this.characters = (parent?.characters ?? 0) + `${step}`.length;
  }

  child(step: string | number): DocumentPath {
    const child = this.#children.get(step) ?? new DocumentPath(this, step);
    this.#children.set(step, child);
    return child;
  }

  reportError(): void {
    if (this.hasErrors) return;
    this.hasErrors = true;
    this.parent?.reportError();
  }

  /** Returns the steps, as responses show them. */
  toSteps(): (string | number)[] {
    return this.parent ? [...this.parent.toSteps(), this.step] : [];
  }
}

/** The parent of a node, or the list that it is in. */
type Parent = ASTNode | readonly ASTNode[] | undefined;

const leafKinds = new Set<Kind>([Kind.INT, Kind.FLOAT, Kind.STRING, Kind.BOOLEAN]);

/** An error that a rule reported; rules can add nodes to it later. */
interface ValidationError {
  message: string;
  nodes: ASTNode[];
  path: DocumentPath;
  extensions: Record<string, unknown>;
}

/** What a rule can add to an error: a path other than the current one, and a suggestion that ends the message. */
interface ErrorOptions {
  path?: DocumentPath;
  suggestion?: string;
}

/** Without members that a message shows beside `extensions`, `options` can be omitted. */
type ReportParameters<Code extends ErrorCode> =
  Parameters<(typeof messages)[Code]> extends [unknown, infer Details]
    ? [extensions: Parameters<(typeof messages)[Code]>[0], options: Details & ErrorOptions]
    : Parameters<(typeof messages)[Code]> extends [infer Extensions]
      ? [extensions: Extensions, options?: ErrorOptions]
      : [extensions?: Record<string, never>, options?: ErrorOptions];

/** The state of a validation: graphql-js's position in the document, graphql-ruby's path, and the errors so far. */
export class ValidationContext extends GraphQLValidationContext {
  readonly root = new DocumentPath();
  path = this.root;
  readonly steps: StepCounter;
  readonly #errors: ValidationError[] = [];
  #characters = 0;
  /** The indexes of the items of each list that was entered, by their text. */
  readonly #indexesByList = new WeakMap<readonly ValueNode[], Map<string, number>>();

  constructor(
    document: DocumentNode,
    readonly typeInfo: TypeInfo,
    readonly visibleSchema: VisibleSchema,
    readonly rules: InputRules & { limits: RequestLimits },
  ) {
    super(visibleSchema.schema, document, typeInfo, () => {});
    this.steps = new StepCounter(rules.limits.maxSteps);
  }

  /** Reports an error and returns its nodes. Throws ValidationStoppedError if there are too many errors. */
  report<Code extends ErrorCode>(
    code: Code,
    nodes: ASTNode | ASTNode[],
    ...parameters: ReportParameters<Code>
  ): ASTNode[] {
    const { maxErrors, maxErrorCharacters } = this.rules.limits;
    const count = this.#errors.length;
    if (count >= maxErrors || this.#characters > maxErrorCharacters) {
      const message = `There are more than ${count} errors, and only the first ones are listed.`;
      throw new ValidationStoppedError({ message, locations: [], extensions: { code: 'tooManyErrors' } });
    }
    const [extensions = {}, options = {}] = parameters as [object?, ErrorOptions?];
    const { path = this.path, suggestion = '', ...details } = options;
    const message = (messages[code] as (...shown: object[]) => string)(extensions, details) + suggestion;
    this.#characters += message.length + path.characters;
    const error = { message, nodes: [nodes].flat(), path, extensions: { code, ...extensions } };
    this.#errors.push(error);
    path.reportError();
    return error.nodes;
  }

  get formattedErrors(): FormattedError[] {
    return this.#errors.map(({ message, nodes, path, extensions }) => {
      return { message, locations: nodes.map(locationOfNode), path: path.toSteps(), extensions };
    });
  }

  /** Appends the step of a node to the path, if it has one. */
  enterPath(node: ASTNode, parent: Parent): void {
    const step = this.#stepOf(node, parent);
    this.path = step === undefined ? this.path : this.path.child(step);
  }

  #stepOf(node: ASTNode, parent: Parent): string | number | undefined {
    switch (node.kind) {
      case Kind.OPERATION_DEFINITION:
        return `${node.operation}${node.name ? ` ${node.name.value}` : ''}`;
      case Kind.FRAGMENT_DEFINITION:
        return `fragment ${node.name.value}`;
      case Kind.FIELD:
        return (node.alias ?? node.name).value;
      case Kind.INLINE_FRAGMENT:
        return node.typeCondition ? `... on ${node.typeCondition.name.value}` : '...';
      case Kind.FRAGMENT_SPREAD:
        return `... ${node.name.value}`;
      case Kind.ARGUMENT:
      case Kind.OBJECT_FIELD:
        return node.name.value;
      case Kind.OBJECT: {
        // The index in a list; the value of a list can also be an object without a list around it.
        const isItem = Array.isArray(parent);
        const type = isItem ? this.getParentInputType() : this.getInputType();
        if (!isListType(getNullableType(type))) return undefined;
        return isItem ? this.#indexOf(node, parent as readonly ValueNode[]) : 0;
      }
    }
    return undefined;
  }

  // The index is that of the first value that is printed alike; graphql-ruby does not count scalars.
  #indexOf(node: ValueNode, items: readonly ValueNode[]): number {
    const indexes = this.#indexesByList.get(items) ?? new Map<string, number>();
    if (!this.#indexesByList.has(items)) {
      const visited = items.filter(({ kind }) => !leafKinds.has(kind));
      for (const [index, item] of visited.entries()) {
        const text = printLiteral(item);
        if (!indexes.has(text)) indexes.set(text, index);
      }
      this.#indexesByList.set(items, indexes);
    }
    return indexes.get(printLiteral(node))!;
  }
}

/** Groups items by key, in the order in which the keys first occur. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
