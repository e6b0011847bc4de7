import { type DocumentNode, type FieldNode, Kind, visit } from 'graphql';
import type { ExpectedResponse } from '../cases/load.ts';

export type Mode = 'observe' | 'validate' | 'write';

/** Whether a document has an operation that writes. */
export const containsMutation = (document: DocumentNode | undefined): boolean =>
  document?.definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === 'mutation') ??
  false;

/** A field of a mutation that writes: those with an `input`. */
const isWriting = (field: FieldNode): boolean => field.arguments?.some(({ name }) => name.value === 'input') ?? false;

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const skipAlways = {
  kind: Kind.DIRECTIVE,
  name: name('skip'),
  arguments: [{ kind: Kind.ARGUMENT, name: name('if'), value: { kind: Kind.BOOLEAN, value: true } }],
} as const;

/** The same document with `@skip(if: true)` on what writes: checked by the server whole, and without effect. */
export const withMutationsSkipped = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field: {
      leave: (field) => {
        if (!isWriting(field)) return undefined;
        const directives = field.directives ?? [];
        if (!directives.some((each) => each.name.value === 'skip'))
          return { ...field, directives: [...directives, skipAlways] };
        // A field may be skipped for one reason only; a fragment around it for another.
        const selectionSet = { kind: Kind.SELECTION_SET, selections: [field] } as const;
        return { kind: Kind.INLINE_FRAGMENT, directives: [skipAlways], selectionSet } as const;
      },
    },
  });

/** The alias under which the id of every written record is asked for, so that it can be put into the ledger. */
const ledgerAlias = 'plenumLedgerId';

/** The same document that also asks for the id of what it writes. */
export const addLedgerIds = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field: (field) => {
      if (!isWriting(field) || !field.selectionSet) return undefined;
      const id = { kind: Kind.FIELD, alias: name(ledgerAlias), name: name('id') } as const;
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

/**
 * What is expected of a document without effect: the same, when it is not run or refused above what writes; an answer
 * without the field, when that is all of it. Undefined when this mode cannot tell.
 */
export function expectedWhenSkipped(expected: ExpectedResponse, document: DocumentNode): ExpectedResponse | undefined {
  if ('requestError' in expected) return expected;
  if (!('errorCode' in expected)) return undefined;
  const path = pathsOfWriting(document)[0] ?? [];
  const above = expected.path === null || expected.path.length < path.length;
  return above ? expected : undefined;
}

function pathsOfWriting(document: DocumentNode): string[][] {
  const paths: string[][] = [];
  const path: string[] = [];
  visit(document, {
    Field: {
      enter: (field) => {
        path.push(field.alias?.value ?? field.name.value);
        if (isWriting(field)) paths.push([...path]);
      },
      leave: () => void path.pop(),
    },
  });
  return paths;
}
