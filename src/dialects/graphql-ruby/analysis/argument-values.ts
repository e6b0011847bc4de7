import { type DirectiveNode, type FieldNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import { isInteger, valueFromLiteral } from '../input/ruby-values.ts';

/** Thrown when a variable matters, and variables are not known yet. */
export class UnknownVariablesError extends Error {}

/** What an operation's arguments are worth where it is counted what they bring about. */
export class ArgumentValues {
  constructor(
    readonly operation: OperationDefinitionNode,
    /** The variables, or undefined when they are not known yet. */
    readonly variables: Readonly<Record<string, unknown>> | undefined,
  ) {}

  /** A whole number; undefined where something else is given, or nothing. */
  integerArgument(node: FieldNode, name: string): number | undefined {
    const value = this.#argument(node, name);
    return isInteger(value) ? Number(value) : undefined;
  }

  #argument({ arguments: given }: { arguments?: DirectiveNode['arguments'] }, name: string): unknown {
    const found = given?.find((each) => each.name.value === name);
    return found && this.#value(found.value);
  }

  /** Whether `@skip` or `@include` leaves a node out. */
  isSkipped({ directives }: { directives?: readonly DirectiveNode[] }): boolean {
    if (!directives?.length) return false;
    return directives.some((each) => {
      const leaveOut = { skip: true, include: false }[each.name.value];
      return leaveOut !== undefined && this.#condition(each) === leaveOut;
    });
  }

  // Only a variable can be something else: in a fragment that is written before its operation its type is not looked at.
  #condition(node: DirectiveNode): boolean {
    const value = this.#argument(node, 'if');
    if (typeof value !== 'boolean')
      throw new SimulatedServerError('The platform does not expect a condition that is no boolean.');
    return value;
  }

  #value(node: ValueNode): unknown {
    if (node.kind !== Kind.VARIABLE) return valueFromLiteral(node);
    if (!this.variables) throw new UnknownVariablesError();
    const name = node.name.value;
    if (Object.hasOwn(this.variables, name)) return this.variables[name];
    const fallback = this.operation.variableDefinitions!.find(
      ({ variable }) => variable.name.value === name,
    )?.defaultValue;
    return fallback && valueFromLiteral(fallback);
  }
}
