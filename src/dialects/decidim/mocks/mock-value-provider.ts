import type { GraphQLOutputType } from 'graphql';

/** A field that has no value: the type of the object, the key of its record or mock, and the arguments of the field. */
export interface MockedField {
  typeName: string;
  recordKey: string;
  fieldName: string;
  args: Record<string, unknown>;
}

/** Returns the mock value of a field. */
export type MockValueProvider = (type: GraphQLOutputType, field: MockedField) => unknown;

/** An object that is no record: all its fields are mocked. */
export class MockObject {
  constructor(
    readonly typeName: string,
    readonly key: string,
  ) {}
}

/** A mock text, the same in every locale. */
export class MockTexts {
  constructor(readonly text: string) {}
}
