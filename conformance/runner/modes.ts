import { type DocumentNode, type FieldNode, Kind, visit } from 'graphql';
import { isWritingField } from '../cases/documents.ts';
import type { ExpectedResponse } from '../model/case.ts';
import type { Mode } from '../model/report.ts';

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const skipDirective = {
  kind: Kind.DIRECTIVE,
  name: name('skip'),
  arguments: [{ kind: Kind.ARGUMENT, name: name('if'), value: { kind: Kind.BOOLEAN, value: true } }],
} as const;

/** Adds `@skip(if: true)` to the fields that write: the server validates the whole document, but changes nothing. */
export const withMutationsSkipped = (document: DocumentNode): DocumentNode =>
  withFieldsSkipped(document, isWritingField);

/** Adds `@skip(if: true)` to fields. */
export const withFieldsSkipped = (document: DocumentNode, isSkipped: (field: FieldNode) => boolean): DocumentNode =>
  visit(document, {
    Field: {
      leave: (field) => {
        if (!isSkipped(field)) return undefined;
        const directives = field.directives ?? [];
        if (!directives.some((each) => each.name.value === 'skip'))
          return { ...field, directives: [...directives, skipDirective] };
        // @skip cannot be repeated on a field, so it goes on a fragment around it.
        const selectionSet = { kind: Kind.SELECTION_SET, selections: [field] } as const;
        return { kind: Kind.INLINE_FRAGMENT, directives: [skipDirective], selectionSet } as const;
      },
    },
  });

/** What a step sends in a mode, and the response that it expects. */
export interface StepInMode {
  /** Undefined if the document cannot be parsed. */
  document: DocumentNode | undefined;
  expected: ExpectedResponse;
  /** Why the response proves only a part of what the case requires. */
  partialReason?: string;
}

/** Adapts a mutation to a mode. Returns the reason if this mode cannot send it. */
export function mutationInMode(mode: Mode, document: DocumentNode, expected: ExpectedResponse): StepInMode | string {
  if (mode === 'write') return { document, expected };
  if (mode === 'observe') return 'the step writes, and mode observe only reads';
  const skipped = withMutationsSkipped(document);
  if ('requestError' in expected) return { document: skipped, expected };
  if ('errorCode' in expected && isAboveWritingField(expected.path, document)) return { document: skipped, expected };
  const partialReason = 'the server accepts its document and variables; mode validate cannot check the rest';
  const anyData: ExpectedResponse = { data: { $is: 'object' } };
  // This mode cannot tell whether a server fails before the mutation or in it.
  return {
    document: skipped,
    expected: 'status' in expected ? { oneOf: [expected, anyData] } : anyData,
    partialReason,
  };
}

const isAboveWritingField = (path: (string | number)[] | null, document: DocumentNode): boolean =>
  path === null || path.length < firstWritingPath(document).length;

/** The response path of the first field that writes; empty if there is none. */
function firstWritingPath(document: DocumentNode): string[] {
  let first: string[] | undefined;
  const path: string[] = [];
  visit(document, {
    Field: {
      enter: (field) => {
        path.push(field.alias?.value ?? field.name.value);
        if (isWritingField(field)) first ??= [...path];
      },
      leave: () => void path.pop(),
    },
  });
  return first ?? [];
}
