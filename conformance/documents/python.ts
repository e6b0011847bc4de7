/** A string literal of a Python program. */
export interface PythonString {
  /** The offset of its first character after the quotes. */
  start: number;
  /** Its value; of an f-string without the doubling of braces. */
  text: string;
  /** Whether it is the argument of `gql(…)`. */
  isTagged: boolean;
  /** The offset of what changes the text at run time: a replacement field, an operator, a call of `format`, or another string. */
  runtimeExpression?: number | undefined;
}

/** A comment, or a string with its prefix: a quotation mark in either is no start of a string. */
const token =
  /#.*|([rbuf]{0,2})(?:"""((?:\\[^]|[^\\])*?)"""|'''((?:\\[^]|[^\\])*?)'''|"((?:\\[^]|[^"\\\n])*)"|'((?:\\[^]|[^'\\\n])*)')/gi;

const escapes: Record<string, string> = { n: '\n', t: '\t', '\n': '', '"': '"', "'": "'", '\\': '\\' };

/** The string literals of a Python program, docstrings included. */
export function findPythonStrings(code: string): PythonString[] {
  return [...code.matchAll(token)].flatMap((match) => {
    const [all, prefix, ...bodies] = match;
    const body = bodies.find((each) => each !== undefined);
    if (prefix === undefined || body === undefined) return [];
    const quotes = (all.length - prefix.length - body.length) / 2;
    const start = match.index + prefix.length + quotes;
    const before = code.slice(Math.max(0, match.index - 100), match.index);
    const end = match.index + all.length;
    const next = end + /^\s*/.exec(code.slice(end))![0].length;
    const isFormatted = /f/i.test(prefix);
    const field = isFormatted ? /(?<!\{)(?:\{\{)*\{(?!\{)/.exec(body) : null;
    const isChanged = /^(?:[+%]|\.(?:format|replace|join)\b|[rbuf]{0,2}["'])/i.test(code.slice(next));
    const unescaped = /r/i.test(prefix)
      ? body
      : body.replaceAll(/\\([^])/g, (escape, character: string) => escapes[character] ?? escape);
    return {
      start,
      text: isFormatted ? unescaped.replaceAll(/([{}])\1/g, '$1') : unescaped,
      isTagged: /\bgql\(\s*$/.test(before),
      runtimeExpression: field
        ? start + field.index + field[0].length - 1
        : isChanged
          ? next
          : /\+\s*$/.test(before)
            ? match.index
            : undefined,
    };
  });
}
