import type {
  ASTNode,
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLDirective,
  GraphQLNamedType,
  OperationDefinitionNode,
  VariableDefinitionNode,
} from 'graphql';
import type { InputRules } from '../input/validate-input.ts';
import { locationOfNode } from '../errors/source-location.ts';
import type { FormattedError } from '../errors/formatted-error.ts';
import type { ArgumentDefinition, FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';

/** An error of a document; nodes may be added to it later. */
export interface ValidationError {
  message: string;
  nodes: ASTNode[];
  path: readonly (string | number)[];
  extensions: Record<string, unknown>;
}

/** What a rule says of a document: what of it, where, and under which code. */
export interface ErrorDescription {
  message: string;
  nodes: ASTNode | ASTNode[];
  code: string;
  /** Further members of the extensions; undefined ones are left out. */
  extensions?: Record<string, unknown>;
  /** Where it is not the current path. */
  path?: readonly (string | number)[];
}

/** What the walk over a document knows where it is, and what was found wrong so far. */
export class ValidationContext {
  readonly errors: ValidationError[] = [];
  /** The place in the document, in the names that graphql-ruby gives to its parts. */
  readonly path: (string | number)[] = [];
  readonly fragments = new Map<string, FragmentDefinitionNode>();
  type: GraphQLNamedType | undefined;
  parentType: GraphQLNamedType | undefined;
  field: FieldDefinition | undefined;
  directive: GraphQLDirective | undefined;
  argument: ArgumentDefinition | undefined;
  parentArgument: ArgumentDefinition | undefined;
  /** The operation or fragment definition that is walked through. */
  definition: OperationDefinitionNode | FragmentDefinitionNode | undefined;
  /** The variables of the operation that was met last. */
  variableDefinitions = new Map<string, VariableDefinitionNode>();

  readonly visibleSchema: VisibleSchema;

  constructor(
    readonly document: DocumentNode,
    readonly inputRules: InputRules,
  ) {
    this.visibleSchema = inputRules.visibleSchema;
    for (const each of document.definitions) {
      if (each.kind === 'FragmentDefinition') this.fragments.set(each.name?.value, each);
    }
  }

  report({ message, nodes, code, extensions: more, path = [...this.path] }: ErrorDescription): ValidationError {
    const extensions = { code, ...more };
    const fault = { message, nodes: [nodes].flat(), path, extensions };
    this.errors.push(fault);
    return fault;
  }

  /** Does this below a further step of the path. */
  withPath(step: string | number, work: () => void): void {
    this.path.push(step);
    work();
    this.path.pop();
  }

  /** Does this below a further step, where selections are made on another type. */
  withType(step: string, type: GraphQLNamedType | undefined, work: () => void): void {
    const { type: around, parentType, field } = this;
    this.parentType = around;
    this.type = type;
    this.withPath(step, work);
    this.type = around;
    this.parentType = parentType;
    this.field = field;
  }

  /** Whether nothing was found wrong here or below. */
  get isValidSoFar(): boolean {
    return !this.errors.some(({ path }) => this.path.every((step, index) => path[index] === step));
  }
}

/** An error as it goes into the answer. */
export const formatError = ({ message, nodes, path, extensions }: ValidationError): FormattedError => ({
  message,
  locations: nodes.map(locationOfNode),
  path,
  extensions,
});
