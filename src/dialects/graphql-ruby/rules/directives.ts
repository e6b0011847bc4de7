import { type ASTNode, type DirectiveLocation, type DirectiveNode, Kind, OperationTypeNode } from 'graphql';
import { didYouMean } from '../did-you-mean.ts';
import type { Fault, Judgement } from './judgement.ts';

/** What carries directives. */
export type Directed = ASTNode & { directives?: readonly DirectiveNode[] };

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
export class Directives {
  readonly #undefined = new Map<string, Fault>();
  readonly #repeated = new Map<DirectiveNode, Fault>();

  constructor(readonly judgement: Judgement) {}

  /** No directive is used twice on the same node. */
  areUnique({ directives }: Directed): void {
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

  #repetition(first: DirectiveNode): Fault {
    const directive = first.name.value;
    return this.judgement.add({
      message: `The directive "${directive}" can only be used once at this location.`,
      nodes: first,
      code: 'directiveNotUniqueForLocation',
      more: { directiveName: directive },
    });
  }

  /** Whether the directive is one of the schema. */
  isDefined(node: DirectiveNode): boolean {
    const name = node.name.value;
    const { schema } = this.judgement.types;
    if (schema.getDirective(name)) return true;
    const known = this.#undefined.get(name);
    if (known) known.nodes.push(node);
    else {
      const candidates = schema.getDirectives().map((each) => each.name);
      const message = `Directive @${name} is not defined${didYouMean(name, candidates)}`;
      const more = { directiveName: name };
      this.#undefined.set(name, this.judgement.add({ message, nodes: node, code: 'undefinedDirective', more }));
    }
    return false;
  }

  /** The directive may stand on this node. */
  isInPlace(node: DirectiveNode, parent: Directed): void {
    const { locations, name } = this.judgement.types.schema.getDirective(node.name.value)!;
    const [location, targetName] = places['operation' in parent ? parent.operation : parent.kind]!;
    if ((locations as readonly string[]).includes(location)) return;
    const allowed = locations.filter(isKnown).map((each) => names.get(each) ?? '');
    this.judgement.add({
      message: `'@${name}' can't be applied to ${targetName} (allowed: ${allowed.join(', ')})`,
      nodes: node,
      code: 'directiveCannotBeApplied',
      more: { targetName, name },
    });
  }
}
