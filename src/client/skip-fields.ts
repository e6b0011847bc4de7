import { type DocumentNode, type FieldNode, Kind, visit } from 'graphql';

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const skipDirective = {
  kind: Kind.DIRECTIVE,
  name: name('skip'),
  arguments: [{ kind: Kind.ARGUMENT, name: name('if'), value: { kind: Kind.BOOLEAN, value: true } }],
} as const;

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
