import { type DocumentNode, Kind, visit } from 'graphql';
import { isWritingField } from '../cases/documents.ts';

/** The alias under which the id of every written record is asked for, so that it can be put into the ledger. */
const ledgerAlias = 'plenumLedgerId';

/** The same document that also asks for the id of what it writes. */
export const addLedgerIds = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field: (field) => {
      if (!isWritingField(field) || !field.selectionSet) return undefined;
      const id = {
        kind: Kind.FIELD,
        alias: { kind: Kind.NAME, value: ledgerAlias },
        name: { kind: Kind.NAME, value: 'id' },
      } as const;
      return { ...field, selectionSet: { ...field.selectionSet, selections: [...field.selectionSet.selections, id] } };
    },
  });

/** A value without the ids that were asked for the ledger, and those ids by the names of the fields they stood under. */
export function extractLedgerIds(value: unknown, under = ''): { value: unknown; ids: { field: string; id: string }[] } {
  if (Array.isArray(value)) {
    const taken = value.map((each) => extractLedgerIds(each, under));
    return { value: taken.map((each) => each.value), ids: taken.flatMap(({ ids }) => ids) };
  }
  if (typeof value !== 'object' || value === null) return { value, ids: [] };
  const { [ledgerAlias]: id, ...members } = value as Record<string, unknown>;
  const ids = id === undefined ? [] : [{ field: under, id: String(id) }];
  const entries = Object.entries(members).map(([key, each]) => {
    const taken = extractLedgerIds(each, key);
    ids.push(...taken.ids);
    return [key, taken.value] as const;
  });
  return { value: Object.fromEntries(entries), ids };
}
