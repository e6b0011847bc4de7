import type { ErrorObject } from 'ajv';
import { describeNames } from '../did-you-mean.ts';
import { yaml } from '../packages.ts';

export type Path = (string | number)[];

/** Parses a YAML or JSON text, with the lines of its members. The value is undefined if the text has a syntax error. */
export function parseYaml(text: string) {
  const { LineCounter, isMap, isNode, isSeq, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const syntaxErrors = document.errors.map(({ pos, message }) => ({ line: lines.linePos(pos[0]).line, message }));
  let value: unknown;
  try {
    if (syntaxErrors.length === 0) value = document.toJS();
  } catch (error) {
    // An alias without its anchor, or too many of them.
    syntaxErrors.push({ line: 1, message: (error as Error).message });
  }
  /** The line of a member, or of the deepest one on the path that the text has. */
  function lineOf(path: Path): number {
    let node: unknown = document.contents;
    let offset = isNode(node) ? node.range![0] : 0;
    for (const key of path) {
      const pair = isMap(node) ? node.items.find((each) => String(each.key) === String(key)) : undefined;
      const item: unknown = isSeq(node) ? node.items[Number(key)] : pair?.key;
      if (isNode(item)) [offset] = item.range!;
      node = pair ? pair.value : item;
    }
    return lines.linePos(offset).line;
  }
  return { value, syntaxErrors, lineOf };
}

/** The member that is wrong and what is expected of it. The validator must be made with `allErrors` and `verbose`. */
export function schemaProblems(errors: ErrorObject[], base: Path = []): { path: Path; message: string }[] {
  // These only repeat that a branch of the schema has errors.
  const own = errors.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  const problems = own.map((error) => {
    const path: Path = [...base, ...error.instancePath.split('/').slice(1).map(unescapePointer)];
    const { additionalProperty, missingProperty, allowedValues, allowedValue } = error.params as Record<
      string,
      unknown
    >;
    if (typeof additionalProperty === 'string') {
      const names = Object.keys((error.parentSchema as { properties: object }).properties);
      const message = `unknown member.${describeNames(additionalProperty, 'members', names)}`;
      return { path: [...path, additionalProperty], message };
    }
    const expected = Array.isArray(allowedValues) && `expected one of ${allowedValues.join(', ')}`;
    const { propertyName } = error;
    if (propertyName !== undefined)
      return { path: [...path, propertyName], message: `unknown member; ${expected || error.message}` };
    if (missingProperty !== undefined) return { path, message: `expected a member ${String(missingProperty)}` };
    if (allowedValue !== undefined) return { path, message: `expected ${String(allowedValue)}` };
    return { path, message: expected || `it ${error.message}` };
  });
  // A member that no branch knows is unknown to several of them.
  return problems.filter(
    ({ path, message }, index) =>
      !message.startsWith('unknown') ||
      problems.findIndex((each) => each.message.startsWith('unknown') && each.path.join('/') === path.join('/')) ===
        index,
  );
}

const unescapePointer = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~');
