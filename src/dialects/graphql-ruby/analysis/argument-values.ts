import { type DirectiveNode, type FieldNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import { isInteger, valueFromLiteral } from '../input/ruby-values.ts';

/** Thrown when the analysis depends on a variable and the variables are not known yet. */
export class UnknownVariablesError extends Error {}

/** Resolves the argument values of an operation that affect its analysis. Its methods throw UnknownVariablesError. */
export class ArgumentValues {
  readonly #defaults = new Map<string, unknown>();

  constructor(
    readonly operation: OperationDefinitionNode,
    /** Undefined when the variables are not known yet. */
    readonly variables: Readonly<Record<string, unknown>> | undefined,
  ) {
    if (!variables) return;
    for (const { variable, defaultValue } of operation.variableDefinitions!) {
      const name = variable.name.value;
      if (!this.#defaults.has(name)) this.#defaults.set(name, defaultValue && valueFromLiteral(defaultValue));
    }
  }

  /** Returns an integer argument; undefined when it is absent or not an integer. */
  integerArgument(node: FieldNode, name: string): number | undefined {
    const value = this.#argument(node, name);
    return isInteger(value) ? Number(value) : undefined;
  }

  #argument(node: FieldNode | DirectiveNode, name: string): unknown {
    const argument = node.arguments?.find((candidate) => candidate.name.value === name);
    return argument && this.#value(argument.value);
  }

  /** Whether `@skip` or `@include` excludes a node. Throws SimulatedServerError when a condition is not a boolean. */
  isSkipped({ directives }: { directives?: readonly DirectiveNode[] }): boolean {
    if (!directives?.length) return false;
    return directives.some((directive) => {
      const skippedIf = { skip: true, include: false }[directive.name.value];
      return skippedIf !== undefined && this.#condition(directive) === skippedIf;
    });
  }

  // Validation does not check variables in a fragment that precedes its operation, so they can have any type here.
  #condition(node: DirectiveNode): boolean {
    const value = this.#argument(node, 'if');
    if (typeof value !== 'boolean')
      throw new SimulatedServerError('The platform fails on a condition that is not a boolean.');
    return value;
  }

  #value(node: ValueNode): unknown {
    if (node.kind !== Kind.VARIABLE) return valueFromLiteral(node);
    if (!this.variables) throw new UnknownVariablesError();
    const name = node.name.value;
    return Object.hasOwn(this.variables, name) ? this.variables[name] : this.#defaults.get(name);
  }
}
