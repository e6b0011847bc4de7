import { type DocumentNode, type FieldNode, Kind, parse, visit } from 'graphql';

const parsedDocuments = new Map<string, DocumentNode | undefined>();

/** Parses a document, once for each text; undefined if it has a syntax error. */
export function parseDocument(query: string): DocumentNode | undefined {
  if (!parsedDocuments.has(query)) parsedDocuments.set(query, tryToParse(query));
  return parsedDocuments.get(query);
}

function tryToParse(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

/** Whether a document contains a mutation operation. */
export const containsMutation = (document: DocumentNode | undefined): boolean =>
  document?.definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === 'mutation') ??
  false;

/** Whether a field of a mutation writes: those with an argument `input`, and deletions, which only have an id. */
const isWritingField = ({ name, arguments: args = [] }: FieldNode): boolean =>
  args.some((argument) => argument.name.value === 'input') || (args.length > 0 && /^delete(?![a-z])/.test(name.value));

/** The names of the fields that lead to the first field that writes, and its own; of the first field if none writes. */
export function writingPath(document: DocumentNode): string[] {
  const path: string[] = [];
  let [first, writing]: (string[] | undefined)[] = [];
  visit(document, {
    Field: {
      enter(field) {
        path.push(field.name.value);
        first ??= [...path];
        if (isWritingField(field)) writing ??= [...path];
      },
      leave: () => void path.pop(),
    },
  });
  return writing ?? first ?? [];
}

/** The name of a document's first field that writes, or else of its first field. */
export const documentTitle = (document: DocumentNode | undefined): string =>
  document ? (writingPath(document).at(-1) ?? 'A document') : 'A document with a syntax error';
