import type { Actor } from '../../client/actor.ts';
import type { Shape } from './shape.ts';

/** Why an interaction can only be had in the test that made it. */
export const testOnlyReasons = ['fault', 'clock', 'plug-in', 'upstream', 'text', 'record'] as const;

export type TestOnlyReason = (typeof testOnlyReasons)[number];

/** A GraphQL request without texts that a person wrote, and with placeholders instead of ids. */
export interface NormalizedRequest {
  role: Actor;
  /** The lines of the document. */
  document: string[];
  operationName?: string;
  variables?: Record<string, unknown>;
}

/** A request that creates a record which a later one uses. */
export interface CreatingRequest extends NormalizedRequest {
  /** Placeholder names for ids of the response, by their path below `data`. */
  capture: Record<string, string>;
}

/** An error of a response: its code, and its path with `*` for every index of a list. */
export interface AnsweredError {
  code: string | null;
  path: string | null;
}

/** What a server answered, by outcome and shape. */
export type Answer =
  | { data: Shape; errors?: AnsweredError[] }
  /** The codes of the errors of a response without data. */
  | { refused: (string | null)[] }
  /** The HTTP status of a response that is not one of GraphQL. */
  | { status: number };

/** What a client asked, and every answer that its tests got to it. */
export interface Interaction extends NormalizedRequest {
  /** Its type and name, or what it asks for: `query Meetings`, `mutation createMeeting`. */
  operation: string;
  /** The requests that must be sent before. */
  before?: CreatingRequest[];
  /** Why it cannot be verified elsewhere. */
  testOnly?: TestOnlyReason[];
  /** Empty if a fault left the client without one. */
  answers: Answer[];
}

/** The file of a contract; `contract.schema.json` describes every member. */
export interface ContractFile {
  $schema?: string;
  format: 'plenum-contract';
  formatVersion: 1;
  /** The version of Plenum that wrote it. */
  plenum: string;
  /** The dialect of the stand-in that answered. */
  dialect: string;
  /** The name of its world. */
  world: string;
  fill: 'mock' | 'empty';
  /** The ids of that world, by the names of the placeholders. */
  placeholders: Record<string, string>;
  /** Sorted. */
  interactions: Interaction[];
}
