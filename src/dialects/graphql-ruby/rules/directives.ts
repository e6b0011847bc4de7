import {
  type ASTNode,
  DirectiveLocation,
  type DirectiveNode,
  type GraphQLDirective,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { didYouMeanSuffix } from '../errors/did-you-mean.ts';
import type { ValidationContext, ValidationError } from './validation-context.ts';

/** A node that can have directives. */
export type NodeWithDirectives = ASTNode & { directives?: readonly DirectiveNode[] };

// The directive location of a node, and its description in messages.
const locationsByNode: Record<string, [location: DirectiveLocation, description: string]> = {
  [OperationTypeNode.QUERY]: [DirectiveLocation.QUERY, 'queries'],
  [OperationTypeNode.MUTATION]: [DirectiveLocation.MUTATION, 'mutations'],
  [OperationTypeNode.SUBSCRIPTION]: [DirectiveLocation.SUBSCRIPTION, 'subscriptions'],
  [Kind.FIELD]: [DirectiveLocation.FIELD, 'fields'],
  [Kind.FRAGMENT_DEFINITION]: [DirectiveLocation.FRAGMENT_DEFINITION, 'fragment definitions'],
  [Kind.FRAGMENT_SPREAD]: [DirectiveLocation.FRAGMENT_SPREAD, 'fragment spreads'],
  [Kind.INLINE_FRAGMENT]: [DirectiveLocation.INLINE_FRAGMENT, 'inline fragments'],
  [Kind.VARIABLE_DEFINITION]: [DirectiveLocation.VARIABLE_DEFINITION, 'variable definitions'],
};
const descriptions = new Map(Object.values(locationsByNode));
// graphql-js has this location, graphql-ruby does not.
const isSupportedLocation = (location: DirectiveLocation): boolean =>
  location !== DirectiveLocation.DIRECTIVE_DEFINITION;

/** The rules for directives. Repetitions of the same mistake are reported as one error with several nodes. */
export class DirectiveRules {
  readonly #undefinedErrors = new Map<string, ValidationError>();

  constructor(readonly context: ValidationContext) {}

  /** Reports repeated directives of a node. GraphQL specification, 5.7.3 Directives Are Unique Per Location. */
  checkUnique(directives: readonly DirectiveNode[]): void {
    const firstNodes = new Map<string, DirectiveNode>();
    const errors = new Map<string, ValidationError>();
    for (const node of directives) {
      const directiveName = node.name.value;
      const first = firstNodes.get(directiveName);
      const error = errors.get(directiveName);
      if (!first) firstNodes.set(directiveName, node);
      else if (error) error.nodes.push(node);
      else {
        const message = `The directive "${directiveName}" can only be used once at this location.`;
        const code = 'directiveNotUniqueForLocation';
        const description = { message, nodes: [first, node], code, extensions: { directiveName } };
        errors.set(directiveName, this.context.report(description));
      }
    }
  }

  /** Returns a directive's definition or reports its absence. GraphQL specification, 5.7.1 Directives Are Defined. */
  findDefinition(node: DirectiveNode): GraphQLDirective | undefined {
    const directiveName = node.name.value;
    const { schema } = this.context.visibleSchema;
    const directive = schema.getDirective(directiveName);
    if (directive) return directive;
    const error = this.#undefinedErrors.get(directiveName);
    if (error) error.nodes.push(node);
    else {
      const candidates = schema.getDirectives().map(({ name }) => name);
      const message = `Directive @${directiveName} is not defined${didYouMeanSuffix(directiveName, candidates)}`;
      const description = { message, nodes: node, code: 'undefinedDirective', extensions: { directiveName } };
      this.#undefinedErrors.set(directiveName, this.context.report(description));
    }
    return undefined;
  }

  /** Reports a directive on the wrong kind of node. GraphQL specification, 5.7.2 Directives Are In Valid Locations. */
  checkLocation(node: DirectiveNode, { locations, name }: GraphQLDirective, parent: NodeWithDirectives): void {
    const [location, targetName] = locationsByNode['operation' in parent ? parent.operation : parent.kind]!;
    if (locations.includes(location)) return;
    const allowed = locations.filter(isSupportedLocation).map((supported) => descriptions.get(supported) ?? '');
    this.context.report({
      message: `'@${name}' can't be applied to ${targetName} (allowed: ${allowed.join(', ')})`,
      nodes: node,
      code: 'directiveCannotBeApplied',
      extensions: { targetName, name },
    });
  }
}
