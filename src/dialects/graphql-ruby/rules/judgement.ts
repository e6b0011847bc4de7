import type {
  ASTNode,
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLDirective,
  GraphQLNamedType,
  OperationDefinitionNode,
  VariableDefinitionNode,
} from 'graphql';
import type { InputRules } from '../input-problems.ts';
import { placeOf } from '../places.ts';
import type { Told } from '../told.ts';
import type { Argument, Field, Types } from '../types.ts';

/** An error of a document; nodes may be added to it later. */
export interface Fault {
  message: string;
  nodes: ASTNode[];
  path: readonly (string | number)[];
  extensions: Record<string, unknown>;
}

/** What a rule says of a document: what of it, where, and under which code. */
export interface Finding {
  message: string;
  nodes: ASTNode | ASTNode[];
  code: string;
  /** Further members of the extensions; undefined ones are left out. */
  more?: Record<string, unknown>;
  /** Where it is not the current path. */
  path?: readonly (string | number)[];
}

/** What the walk over a document knows where it is, and what was found wrong so far. */
export class Judgement {
  readonly faults: Fault[] = [];
  /** The place in the document, in the names that graphql-ruby gives to its parts. */
  readonly path: (string | number)[] = [];
  readonly fragments = new Map<string, FragmentDefinitionNode>();
  type: GraphQLNamedType | undefined;
  parentType: GraphQLNamedType | undefined;
  field: Field | undefined;
  directive: GraphQLDirective | undefined;
  argument: Argument | undefined;
  parentArgument: Argument | undefined;
  /** The operation or fragment definition that is walked through. */
  definition: OperationDefinitionNode | FragmentDefinitionNode | undefined;
  /** The variables of the operation that was met last. */
  declared = new Map<string, VariableDefinitionNode>();

  readonly types: Types;

  constructor(
    readonly document: DocumentNode,
    readonly inputs: InputRules,
  ) {
    this.types = inputs.types;
    for (const each of document.definitions) {
      if (each.kind === 'FragmentDefinition') this.fragments.set(each.name?.value, each);
    }
  }

  add({ message, nodes, code, more, path = [...this.path] }: Finding): Fault {
    const extensions = { code, ...more };
    const fault = { message, nodes: [nodes].flat(), path, extensions };
    this.faults.push(fault);
    return fault;
  }

  /** Does this below a further step of the path. */
  below(step: string | number, work: () => void): void {
    this.path.push(step);
    work();
    this.path.pop();
  }

  /** Does this below a further step, where selections are made on another type. */
  in(step: string, type: GraphQLNamedType | undefined, work: () => void): void {
    const { type: around, parentType, field } = this;
    this.parentType = around;
    this.type = type;
    this.below(step, work);
    this.type = around;
    this.parentType = parentType;
    this.field = field;
  }

  /** Whether nothing was found wrong here or below. */
  get innocent(): boolean {
    return !this.faults.some(({ path }) => this.path.every((step, index) => path[index] === step));
  }
}

/** An error as it goes into the answer. */
export const told = ({ message, nodes, path, extensions }: Fault): Told => ({
  message,
  locations: nodes.map(placeOf),
  path,
  extensions,
});
