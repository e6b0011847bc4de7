import type { GraphQLOutputType } from 'graphql';

/** A field of a record that has no value: the type and key of the record, and the arguments of the field. */
export interface MockedField {
  typeName: string;
  recordKey: string;
  fieldName: string;
  args: Record<string, unknown>;
}

/** Returns the mock value of a field. */
export type MockValueProvider = (type: GraphQLOutputType, field: MockedField) => unknown;

/** A mock text, the same in every locale. */
export class MockTexts {
  constructor(readonly text: string) {}
}
