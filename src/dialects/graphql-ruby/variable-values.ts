import { type DirectiveNode, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { valueOf } from './input-values.ts';

/** The values of an operation's arguments, of those that are whole numbers or booleans. */
export class VariableValues {
  /** Whether a variable was asked for: then other variables may have another outcome. */
  asked = false;

  constructor(
    readonly operation: OperationDefinitionNode,
    readonly given: Readonly<Record<string, unknown>>,
  ) {}

  /** The value of an argument; undefined where it is not given. */
  argument({ arguments: given }: { arguments?: DirectiveNode['arguments'] }, name: string): unknown {
    const found = given?.find((each) => each.name.value === name);
    return found && this.#value(found.value);
  }

  /** Whether `@skip` or `@include` leaves a node out. */
  skips({ directives }: { directives?: readonly DirectiveNode[] }): boolean {
    if (!directives?.length) return false;
    return directives.some((each) => {
      const leaveOut = { skip: true, include: false }[each.name.value];
      return leaveOut !== undefined && this.argument(each, 'if') === leaveOut;
    });
  }

  #value(node: ValueNode): unknown {
    if (node.kind !== Kind.VARIABLE) return valueOf(node);
    this.asked = true;
    const name = node.name.value;
    if (Object.hasOwn(this.given, name)) return this.given[name];
    const fallback = this.operation.variableDefinitions!.find(({ variable }) => variable.name.value === name)?.defaultValue;
    return fallback && valueOf(fallback);
  }
}
