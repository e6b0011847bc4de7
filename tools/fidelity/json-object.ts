/** The members of a JSON object. */
export type JsonObject = Record<string, unknown>;

/** An object with every member changed, and its keys in their order. */
export const mapMembers = (members: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, change(member, key)]));
