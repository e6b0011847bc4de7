import {
  type ASTNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLDirective,
  type GraphQLNamedType,
  Kind,
  type VariableDefinitionNode,
} from 'graphql';
import type { FormattedError } from '../errors/formatted-error.ts';
import { locationOfNode } from '../errors/source-location.ts';
import type { InputRules } from '../input/validate-input.ts';
import type { ArgumentDefinition, FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';
import { type RequestLimits, StepCounter, ValidationStoppedError } from '../limits.ts';
import { DocumentPath } from './document-path.ts';

/** An error that a rule reported; rules can add nodes to it later. */
export interface ValidationError {
  message: string;
  nodes: ASTNode[];
  path: DocumentPath;
  extensions: Record<string, unknown>;
}

/** What a rule passes to report an error. */
export interface ErrorDescription {
  message: string;
  nodes: ASTNode | ASTNode[];
  code: string;
  /** Members of `extensions` in addition to `code`. */
  extensions?: Record<string, unknown>;
  /** Defaults to the current path. */
  path?: DocumentPath;
}

/** The state of a validation: the position of the visitor in the document and the errors reported so far. */
export class ValidationContext {
  readonly errors: ValidationError[] = [];
  readonly rootPath = new DocumentPath();
  path = this.rootPath;
  readonly fragments = new Map<string, FragmentDefinitionNode>();
  /** The type that the current selections are made on. */
  type: GraphQLNamedType | undefined;
  parentType: GraphQLNamedType | undefined;
  field: FieldDefinition | undefined;
  directive: GraphQLDirective | undefined;
  argument: ArgumentDefinition | undefined;
  parentArgument: ArgumentDefinition | undefined;
  definition: ExecutableDefinitionNode | undefined;
  /** The variables of the last operation that the visitor entered. */
  variableDefinitions = new Map<string, VariableDefinitionNode>();

  readonly visibleSchema: VisibleSchema;
  readonly steps: StepCounter;
  #errorCharacters = 0;

  constructor(
    readonly document: DocumentNode,
    readonly inputRules: InputRules,
    readonly limits: RequestLimits,
  ) {
    this.visibleSchema = inputRules.visibleSchema;
    this.steps = new StepCounter(limits.maxSteps);
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name?.value, node);
    }
  }

  /** Reports an error. Throws ValidationStoppedError if there are too many. */
  report({ message, nodes, code, extensions, path = this.path }: ErrorDescription): ValidationError {
    if (this.errors.length >= this.limits.maxErrors || this.#errorCharacters > this.limits.maxErrorCharacters) {
      const more = `There are more than ${this.errors.length} errors, and only the first ones are listed.`;
      throw new ValidationStoppedError({ message: more, locations: [], extensions: { code: 'tooManyErrors' } });
    }
    this.#errorCharacters += message.length + path.characters;
    const error = { message, nodes: [nodes].flat(), path, extensions: { code, ...extensions } };
    this.errors.push(error);
    path.reportError();
    return error;
  }

  /** Calls `visit` with this step appended to the path. */
  withPath(step: string | number, visit: () => void): void {
    const outerPath = this.path;
    this.path = outerPath.child(step);
    visit();
    this.path = outerPath;
  }

  /** Calls `visit` with this step appended to the path and this type as the current type. */
  withType(step: string, type: GraphQLNamedType | undefined, visit: () => void): void {
    const { type: outerType, parentType, field } = this;
    this.parentType = outerType;
    this.type = type;
    this.withPath(step, visit);
    this.type = outerType;
    this.parentType = parentType;
    this.field = field;
  }

  /** Whether no error has been reported at the current path or below it. */
  get isValidSoFar(): boolean {
    return !this.path.hasErrors;
  }
}

/** Formats a validation error for the response. */
export const formatError = ({ message, nodes, path, extensions }: ValidationError): FormattedError => ({
  message,
  locations: nodes.map(locationOfNode),
  path: path.toSteps(),
  extensions,
});
