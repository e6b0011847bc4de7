/** Creates resolvers of fields that have the same value for every record, because the store does not have their values. */
export const constants = (value: null | readonly [], ...fields: string[]): Record<string, () => typeof value> =>
  Object.fromEntries(fields.map((field) => [field, () => value]));
