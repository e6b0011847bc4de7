/** The members of a JSON object. */
export type Members = Record<string, unknown>;

/** An object with every member changed, and its keys in their order. */
export const mapped = (members: Members, change: (member: unknown, key: string) => unknown): Members =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, change(member, key)]));
