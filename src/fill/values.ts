import type { GraphQLOutputType } from 'graphql';

/** Where a value is asked for: a field of a record of this type and key, with these arguments. */
export interface Place {
  type: string;
  key: string;
  field: string;
  args: Record<string, unknown>;
}

/** Gives the value of a type for a place. */
export type Values = (type: GraphQLOutputType, place: Place) => unknown;

/** A made-up text, the same in each locale. */
export class MadeUpTexts {
  constructor(readonly text: string) {}
}
