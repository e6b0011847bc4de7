/** What fields say about the state of a record, apart from `state` itself. */
const marks: Record<string, (value: unknown) => boolean> = {
  publishedAt: (value) => value === null,
  withdrawnAt: Boolean,
  hiddenAt: Boolean,
  deletedAt: Boolean,
  blocked: Boolean,
  admin: Boolean,
};
const names: Record<string, string> = {
  publishedAt: 'draft',
  withdrawnAt: 'withdrawn',
  hiddenAt: 'hidden',
  deletedAt: 'deleted',
  blocked: 'blocked',
  admin: 'administrator',
};

/** The state of a record in a few words, such as `accepted`, `draft`. */
export function marksOf(record: object): string[] {
  const fields = record as Record<string, unknown>;
  const found = Object.keys(marks).filter((field) => field in fields && marks[field]!(fields[field]));
  const { state } = fields;
  return [...(typeof state === 'string' ? [state] : []), ...found.map((field) => names[field]!)];
}
