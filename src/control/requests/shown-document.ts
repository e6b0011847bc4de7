import { type ArgumentNode, type DocumentNode, Kind, type ObjectFieldNode, print, visit } from 'graphql';
import { type ShownValues, isSecretName, withheld } from './shown-values.ts';

/** A document as it was sent, and in several lines. A secret in it is withheld. */
export interface ShownDocument {
  document: string;
  formatted: string;
}

/** Shows a document. Literals are withheld by their text, and by the name of their argument or field. */
export function showDocument(query: string, parse: (query: string) => DocumentNode, shown: ShownValues): ShownDocument {
  let printed: string;
  try {
    const document = parse(query);
    const shownDocument = withholdLiterals(document, shown);
    printed = print(shownDocument);
    // A secret can also be a name, or in a comment.
    if (shownDocument !== document || shown.hasSecret(query)) {
      const text = shown.hasSecret(printed) ? withheld : printed;
      return { document: text, formatted: text };
    }
  } catch {
    // A syntax error, or more nested levels than the stack has room for.
    const text = shown.body(query);
    return { document: text, formatted: text };
  }
  return { document: query, formatted: query.trim().includes('\n') ? query : printed };
}

const withheldLiteral = { kind: Kind.STRING, value: withheld } as const;

const withholdLiterals = (document: DocumentNode, shown: ShownValues): DocumentNode =>
  visit(document, {
    Argument: showMember,
    ObjectField: showMember,
    StringValue: ({ value }) => (shown.hasSecret(value) ? withheldLiteral : undefined),
  });

function showMember(node: ArgumentNode | ObjectFieldNode) {
  const { name, value } = node;
  const isLiteral = value.kind !== Kind.NULL && value.kind !== Kind.VARIABLE;
  return isLiteral && isSecretName(name.value) ? { ...node, value: withheldLiteral } : undefined;
}
