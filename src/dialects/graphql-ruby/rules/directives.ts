import { type ASTNode, type DirectiveLocation, type DirectiveNode, Kind, OperationTypeNode } from 'graphql';
import { didYouMeanSuffix } from '../errors/did-you-mean.ts';
import type { ValidationError, ValidationContext } from './validation-context.ts';

/** What carries directives. */
export type NodeWithDirectives = ASTNode & { directives?: readonly DirectiveNode[] };

const places: Record<string, [DirectiveLocation | string, string]> = {
  [OperationTypeNode.QUERY]: ['QUERY', 'queries'],
  [OperationTypeNode.MUTATION]: ['MUTATION', 'mutations'],
  [OperationTypeNode.SUBSCRIPTION]: ['SUBSCRIPTION', 'subscriptions'],
  [Kind.FIELD]: ['FIELD', 'fields'],
  [Kind.FRAGMENT_DEFINITION]: ['FRAGMENT_DEFINITION', 'fragment definitions'],
  [Kind.FRAGMENT_SPREAD]: ['FRAGMENT_SPREAD', 'fragment spreads'],
  [Kind.INLINE_FRAGMENT]: ['INLINE_FRAGMENT', 'inline fragments'],
  [Kind.VARIABLE_DEFINITION]: ['VARIABLE_DEFINITION', 'variable definitions'],
};
const names = new Map(Object.values(places));
// graphql-ruby does not know this location yet.
const isKnown = (location: string): boolean => location !== 'DIRECTIVE_DEFINITION';

/** The rules of directives. What is wrong in the same way in several places is one error. */
export class DirectiveRules {
  readonly #undefined = new Map<string, ValidationError>();
  readonly #repeated = new Map<DirectiveNode, ValidationError>();

  constructor(readonly context: ValidationContext) {}

  /** No directive is used twice on the same node. */
  checkUnique({ directives }: NodeWithDirectives): void {
    const used = new Map<string, DirectiveNode>();
    for (const node of directives ?? []) {
      const directive = node.name.value;
      const first = used.get(directive);
      if (!first) used.set(directive, node);
      else {
        const fault = this.#repeated.get(first) ?? this.#repetition(first);
        fault.nodes.push(node);
        this.#repeated.set(first, fault);
      }
    }
  }

  #repetition(first: DirectiveNode): ValidationError {
    const directive = first.name.value;
    return this.context.report({
      message: `The directive "${directive}" can only be used once at this location.`,
      nodes: first,
      code: 'directiveNotUniqueForLocation',
      extensions: { directiveName: directive },
    });
  }

  /** Whether the directive is one of the schema. */
  checkIsDefined(node: DirectiveNode): boolean {
    const name = node.name.value;
    const { schema } = this.context.visibleSchema;
    if (schema.getDirective(name)) return true;
    const known = this.#undefined.get(name);
    if (known) known.nodes.push(node);
    else {
      const candidates = schema.getDirectives().map((each) => each.name);
      const message = `Directive @${name} is not defined${didYouMeanSuffix(name, candidates)}`;
      const extensions = { directiveName: name };
      this.#undefined.set(name, this.context.report({ message, nodes: node, code: 'undefinedDirective', extensions }));
    }
    return false;
  }

  /** The directive may stand on this node. */
  checkLocation(node: DirectiveNode, parent: NodeWithDirectives): void {
    const { locations, name } = this.context.visibleSchema.schema.getDirective(node.name.value)!;
    const [location, targetName] = places['operation' in parent ? parent.operation : parent.kind]!;
    if ((locations as readonly string[]).includes(location)) return;
    const allowed = locations.filter(isKnown).map((each) => names.get(each) ?? '');
    this.context.report({
      message: `'@${name}' can't be applied to ${targetName} (allowed: ${allowed.join(', ')})`,
      nodes: node,
      code: 'directiveCannotBeApplied',
      extensions: { targetName, name },
    });
  }
}
