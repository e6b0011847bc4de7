import type { DocumentNode } from 'graphql';

/** A refused attribute, by its path in the words of the contract: `['title', 'en']`. */
export type AttributePath = string[];

/** How requests and refusals of the contract are put into a deployment's words, and read out of them. */
export interface RequestTranslator {
  /** The document in the deployment's words. */
  translateDocument(document: DocumentNode): DocumentNode;
  /** The variables in the deployment's words. */
  translateVariables(variables: Record<string, unknown>): Record<string, unknown>;
  /** The attributes that an error refuses; empty when it refuses none. */
  parseRefusedAttributes(error: { message?: unknown; extensions?: Record<string, unknown> }): AttributePath[];
}

/** `decidim`: the versions of Decidim. */
export type DialectFamily = 'specification' | 'decidim';

/** How cases, requirements and waivers select a dialect: by its name, or by its family. */
export interface DialectNames {
  name: string;
  family: DialectFamily;
}

/** A mutation that undoes the creation of a record, and a query that proves it. Both have the variables `$componentId` and `$id`. */
export interface RecordUndo {
  mutation: string;
  query: string;
  /** The data of the query afterwards. */
  expected: object;
}

/** How a deployment speaks the contract. */
export interface SuiteDialect extends DialectNames {
  /** Operations of the contract that it does not have, by their schema coordinate, with the reason. */
  missingOperations: Record<string, string>;
  translator: RequestTranslator;
  /** How the suite undoes what it wrote; a member is undefined if the API cannot. */
  undo: {
    /** Withdraws a meeting. */
    withdrawMeeting?: RecordUndo;
    /** Deletes a result. */
    deleteResult?: RecordUndo;
    /** The state in an answer that makes a proposal unanswered. */
    unansweredState?: string;
  };
}

/** Whether a name is the name of a dialect or of its family. */
export const isNameOfDialect = (name: string, { name: ownName, family }: DialectNames): boolean =>
  name === ownName || name === family;

/** Returns the value for a dialect from a record by names: the dialect's own value, else the value of its family. */
export const valueForDialect = <T>(
  values: Record<string, T> | undefined,
  { name, family }: DialectNames,
): T | undefined => values?.[name] ?? values?.[family];
