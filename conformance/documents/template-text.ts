import { Lexer, Source, TokenKind } from 'graphql';

/** A template literal, as Babel parses it. */
export interface TemplateLiteral {
  start: number;
  end: number;
  loc: { start: { line: number; column: number } };
  /** What is between `${` and `}`; the braces are not included. */
  expressions: { start: number; end: number; loc: { start: { line: number; column: number } } }[];
  quasis: { start: number; end: number; value: { raw: string; cooked?: string | null } }[];
}

const blank = (text: string): string => text.replaceAll(/[^\n\r]/g, ' ');

const definitionStarts = new Set(['query', 'mutation', 'subscription', 'fragment']);

/** The text of a template literal, in which spaces replace the expressions, so that every line and column stays. */
export interface TemplateText {
  text: string;
  /** Where an expression is inside a definition, from which follows that the document is put together at run time. */
  runtimeExpression?: { line: number; column: number };
}

/** Reads a template literal. Expressions between definitions stand for fragments. */
export function readTemplate(code: string, { quasis, expressions }: TemplateLiteral): TemplateText {
  let text = '';
  const places = quasis.map(({ start, value: { raw, cooked } }, index) => {
    const previous = quasis[index - 1];
    const place = text.length;
    if (previous) text += blank(code.slice(previous.end, start));
    text += raw.includes('\\') ? (cooked ?? raw) : raw;
    return place;
  });
  const found = expressions.findIndex((_, index) => !isBetweenDefinitions(text, places[index + 1]!));
  return found < 0 ? { text } : { text, runtimeExpression: expressions[found]!.loc.start };
}

/** Whether a place in a text is outside of all definitions. */
function isBetweenDefinitions(text: string, place: number): boolean {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  let previous: string = TokenKind.SOF;
  try {
    for (let token = lexer.advance(); ; token = lexer.advance()) {
      if (token.start >= place) {
        const { kind, value } = token;
        const startsDefinition =
          kind === TokenKind.EOF ||
          kind === TokenKind.BRACE_L ||
          (kind === TokenKind.NAME && definitionStarts.has(value));
        return depth === 0 && startsDefinition && (previous === TokenKind.SOF || previous === TokenKind.BRACE_R);
      }
      if (token.end > place) return false;
      if (token.kind === TokenKind.EOF) return depth === 0;
      if (token.kind === TokenKind.BRACE_L || token.kind === TokenKind.PAREN_L) depth += 1;
      if (token.kind === TokenKind.BRACE_R || token.kind === TokenKind.PAREN_R) depth -= 1;
      previous = token.kind;
    }
  } catch {
    // The text is no GraphQL; the parser says where.
    return true;
  }
}
