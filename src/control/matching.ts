/** Which requests are meant: those that have all of these members. */
export interface Match {
  /** The coordinate of a field, such as `Query.component`. */
  coordinate?: string;
  operationName?: string;
  /** The id of a user; null for anonymous requests. */
  user?: number | null;
  /** A part of the variables: objects may have more members, lists not more items. */
  variables?: Readonly<Record<string, unknown>>;
}

/** The JSON Schema of a match. */
export const matchSchema = {
  type: 'object',
  description: 'Which requests are meant: those that have all of these members.',
  additionalProperties: false,
  properties: {
    coordinate: { type: 'string', description: 'The coordinate of a field, such as `Query.component`.' },
    operationName: { type: 'string', pattern: '^[_A-Za-z][_0-9A-Za-z]*$' },
    user: { type: ['integer', 'null'], description: 'The id of a user; null for anonymous requests.' },
    variables: { type: 'object', description: 'A part of the variables.' },
  },
} as const;
