import type { GraphQLOutputType } from 'graphql';

/** Where a value is asked for: a field of a record of this type and key, with these arguments. */
export interface MockedField {
  typeName: string;
  recordKey: string;
  fieldName: string;
  args: Record<string, unknown>;
}

/** Gives the value of a type for a place. */
export type MockValueProvider = (type: GraphQLOutputType, place: MockedField) => unknown;

/** A made-up text, the same in each locale. */
export class MockTexts {
  constructor(readonly text: string) {}
}
