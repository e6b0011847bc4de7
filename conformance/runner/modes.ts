import { type ASTNode, BREAK, type DocumentNode, type FieldNode, Kind, visit } from 'graphql';
import { withFieldsSkipped } from '../../src/client/skip-fields.ts';
import { isWritingField } from '../../src/cases/documents.ts';
import type { ExpectedResponse } from '../../src/cases/case.ts';
import type { Mode } from '../../src/client/target.ts';

/**
 * Adds `@skip(if: true)` to the fields of mutations but ids and those that lead to a field with an input or to a deletion: the server validates
 * the whole document, but changes nothing. A field such as `upVote` writes without any argument, and no name says so.
 */
export function withMutationsSkipped(document: DocumentNode): DocumentNode {
  const skipped = fieldsToSkip(document);
  return withFieldsSkipped(document, (field) => skipped.has(field));
}

function fieldsToSkip(document: DocumentNode): Set<FieldNode> {
  const skipped = new Set<FieldNode>();
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  /** Whether there is a field that writes, outside of the fragments that are being read. */
  const writes = (node: ASTNode, reading: string[] = []): boolean => {
    let isFound = false;
    visit(node, {
      Field(field) {
        isFound ||= isWritingField(field);
        return isFound ? BREAK : undefined;
      },
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value);
        if (fragment && !reading.includes(value)) isFound ||= writes(fragment, [...reading, value]);
        return isFound ? BREAK : undefined;
      },
    });
    return isFound;
  };
  const isLeading = (field: FieldNode): boolean =>
    !isWritingField(field) && field.selectionSet !== undefined && writes(field.selectionSet);
  // The same field leads to a record wherever it is.
  const leading = new Set(['id', '__typename']);
  visit(document, { Field: (field) => void (isLeading(field) && leading.add(field.name.value)) });
  visit(document, {
    OperationDefinition: ({ operation }) => (operation === 'mutation' ? undefined : false),
    Field(field) {
      if (leading.has(field.name.value) && !isWritingField(field)) return undefined;
      skipped.add(field);
      // Nothing below is executed.
      return false;
    },
  });
  return skipped;
}

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
  const isRequestError = (each: ExpectedResponse): boolean =>
    'oneOf' in each ? each.oneOf.every(isRequestError) : 'requestError' in each;
  if (isRequestError(expected)) return { document: skipped, expected };
  // Decidim 0.31 refuses a mutation without a token like this, before it executes anything.
  if ('data' in expected && !('errorCode' in expected) && expected.data === null)
    return { document: skipped, expected };
  const partialReason = 'the server accepts its document and variables; mode validate cannot check the rest';
  if ('errorCode' in expected && isAboveWritingField(expected.path, document)) {
    const writingPath = firstWritingPath(document);
    // Beside the refused field, another one writes, which later steps can read.
    const isBeside = expected.path?.some((key, index) => key !== writingPath[index]);
    return { document: skipped, expected, ...(isBeside && { partialReason }) };
  }
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
