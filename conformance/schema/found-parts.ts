/** What validation says of a part. */
export type Presence = 'present' | 'absent' | 'unknown';

/** What a deployment has of the known parts, by schema coordinate, as far as validation tells. */
export interface FoundParts {
  /** Object types and interfaces. */
  types: Map<string, Presence>;
  fields: Map<string, Presence>;
  /** The name of the type of each field that is present. */
  fieldTypes: Map<string, string>;
  /** Fields that no known release has, which the server suggested. */
  suggested: Set<string>;
  arguments: Map<string, Presence>;
  inputFields: Map<string, Presence>;
  /** The types of arguments and input fields, such as `[ID!]`, where validation names them. */
  inputTypes: Map<string, string>;
  enumValues: Map<string, Presence>;
}

/** A field of a type that exists. */
export interface Question {
  typeName: string;
  field: string;
}

export const coordinateOf = ({ typeName, field }: Question): string => `${typeName}.${field}`;
export const toQuestion = (coordinate: string): Question => {
  const [typeName = '', field = ''] = coordinate.split('.');
  return { typeName, field };
};

/** The selections of questions, by type. */
export function selectionsOf<T extends Question>(
  questions: readonly T[],
  print: (question: T) => string,
): [string, string][] {
  const byType = new Map<string, string[]>();
  for (const each of questions) byType.set(each.typeName, [...(byType.get(each.typeName) ?? []), print(each)]);
  return [...byType].map(([typeName, texts]) => [typeName, texts.join(' ')]);
}
