import { readFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { dirname } from 'node:path/posix';
import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  Source,
  parse,
  visit,
} from 'graphql';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { ClientOperation, Definition, FoundOperations, NotReadable, SourceText } from './model.ts';
import { findPythonStrings } from './python.ts';

const documentFile = /\.(graphql|gql)$/;
const anyDocument = '**/*.{graphql,gql,ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,py}';

/** The files below a folder that match a pattern. */
async function matchingFiles(pattern: string, folder: string, gitignore: boolean): Promise<string[]> {
  const { CodeFileLoader } = await import('@graphql-tools/code-file-loader');
  const options = { cwd: resolve(folder), ignore: ['**/node_modules/**'], gitignore };
  return new CodeFileLoader().resolveGlobs(pattern, options);
}

/** The files of a path, which is a file, a folder, without what git ignores, or a pattern. */
async function filesOf(path: string, folder: string): Promise<string[]> {
  const file = resolve(folder, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats) return stats.isFile() ? [file] : matchingFiles(anyDocument, file, true);
  if (/[*?{}[\]!]/.test(path)) return matchingFiles(path, folder, false);
  throw new CommandError(`${path} does not exist: expected a file, a folder or a pattern`, exitCodes.usage);
}

/**
 * Finds the operations of a client by paths, by default the working folder, with the fragments that they use, which may be in other
 * files. Throws a CommandError for a path that does not exist, and if there is no document.
 */
export async function findOperations(paths: readonly string[], folder: string): Promise<FoundOperations> {
  const found = await Promise.all((paths.length > 0 ? paths : ['.']).map((path) => filesOf(path, folder)));
  const names = new Set(found.flat().map((file) => relative(folder, file).split(sep).join('/')));
  const texts: SourceText[] = [];
  const notReadable: NotReadable[] = [];
  for (const file of [...names].toSorted()) texts.push(...(await readTexts(file, folder, notReadable)));
  return operationsIn(texts, paths.join(', ') || 'the working folder', notReadable);
}

/** A template literal, as Babel parses it. */
interface TemplateLiteral {
  start: number;
  end: number;
  loc: { start: { line: number; column: number } };
  /** What is between `${` and `}`; the braces are not included. */
  expressions: { start: number; loc: { start: { line: number; column: number } } }[];
  quasis: { start: number; end: number; value: { raw: string; cooked?: string | null } }[];
}

/**
 * Reads the GraphQL texts of a file: all of a `.graphql` file, and the template literals of a program, each with as many lines and
 * columns before it as there are in the file.
 */
async function readTexts(file: string, folder: string, notReadable: NotReadable[]): Promise<SourceText[]> {
  const path = resolve(folder, file);
  let code: string;
  try {
    code = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    notReadable.push({ file, line: 1, reason: `cannot be read: ${(error as Error).message}` });
    return [];
  }
  if (documentFile.test(file)) return [{ file, text: code }];
  if (file.endsWith('.py')) return readPython(file, code, notReadable);
  if (!/gql|graphql/i.test(code) && !/`\s*(?:\{|query|mutation|subscription)/.test(code)) return [];
  for (const match of code.matchAll(/^[^/*\n]*?\b(?:gql|graphql)\(\s*(?=["'])/gm)) {
    const place = placeAt(code, match.index + match[0].length);
    notReadable.push({ file, ...place, reason: 'the document is a string, and not a template literal' });
  }
  const { CodeFileLoader } = await import('@graphql-tools/code-file-loader');
  const { NoTypeDefinitionsFound, loadTypedefs } = await import('@graphql-tools/load');
  // A template with a tag is found twice.
  const foundBefore = new Set<number>();
  const pluckStringFromFile = (compiled: string, node: object): string => {
    const literal = node as TemplateLiteral;
    if (foundBefore.has(literal.start)) return '';
    // The compilers of Vue and Svelte move the code, and keep its text.
    const at = compiled === code ? literal.start : code.indexOf(compiled.slice(literal.start, literal.end));
    const { line } = placeAt(code, at + 1);
    const { text, runtimeExpression } = readTemplate(compiled, literal);
    const source = sourceAt(file, code, at + 1, text);
    if (!runtimeExpression) return parseText(source, notReadable) ? source.text : '';
    foundBefore.add(literal.start);
    const { start } = runtimeExpression.loc;
    const place = { line: line + start.line - literal.loc.start.line, column: start.column + 1 };
    notReadable.push({ file, ...place, reason: putTogether });
    return '';
  };
  // A loader without `noRequire` would run the program.
  const loaders = [new CodeFileLoader({ noRequire: true, pluckConfig: { pluckStringFromFile, isGqlTemplateLiteral } })];
  try {
    const found = await loadTypedefs(path, { loaders, noRequire: true, sort: false });
    return found.map(({ rawSDL }) => ({ file, text: rawSDL! }));
  } catch (error) {
    if (error instanceof NoTypeDefinitionsFound) return [];
    const { message, loc } = (error instanceof AggregateError ? error.errors[0] : error) as Error & {
      loc?: { line: number; column: number };
    };
    // Without the library's advice on how to install a package.
    const reason = message.split('\n').find((line) => line.trim() !== '') ?? '';
    const place = loc ? { line: loc.line, column: loc.column + 1 } : { line: 1 };
    notReadable.push({ file, ...place, reason: reason.trim().replace(/ \(\d+:\d+\)$/, '') });
    return [];
  }
}

const putTogether = 'the document is put together at run time';

/** The documents in the strings of a Python program. */
const readPython = (file: string, code: string, notReadable: NotReadable[]): SourceText[] =>
  findPythonStrings(code).flatMap(({ start, text, isTagged, runtimeExpression }) => {
    if (!isTagged && !isDocument(text, runtimeExpression !== undefined)) return [];
    if (runtimeExpression === undefined) return sourceAt(file, code, start, text);
    notReadable.push({ file, ...placeAt(code, runtimeExpression), reason: putTogether });
    return [];
  });

/** A text that begins at an offset of a file, with as many lines and columns before it as there are in the file. */
function sourceAt(file: string, code: string, offset: number, text: string): SourceText {
  const { line, column } = placeAt(code, offset);
  return { file, text: '\n'.repeat(line - 1) + ' '.repeat(column - 1) + text };
}

/** A node of a program that can be a template literal, with the comments before it. */
interface PossibleTemplate {
  leadingComments?: { value: string }[] | null;
  quasis?: TemplateLiteral['quasis'];
}

/** The first fields that clients of the API ask for: a text in braces can be anything else. */
const rootFields =
  /^\s*\{\s*(?:\w+\s*:\s*)?(?:assembl|comment|component|decidim|initiative|conference|metrics|organization|participatory|session|static|user)/;

/** Whether a template literal is a document: after the comment `GraphQL`, or because of its text. */
function isGqlTemplateLiteral(node: object, { gqlMagicComment }: { gqlMagicComment?: string }): boolean {
  const { leadingComments, quasis } = node as PossibleTemplate;
  if (leadingComments?.at(-1)?.value.trim().toLowerCase() === gqlMagicComment?.toLowerCase()) return true;
  const [text = '', ...rest] = quasis?.map(({ value }) => value.cooked ?? value.raw) ?? [];
  return isDocument(text, rest.length > 0);
}

/** Whether a text that nothing marks is a document; of one that is put together at run time, how it begins tells. */
const isDocument = (text: string, isPutTogether: boolean): boolean =>
  (rootFields.test(text) || /^\s*(?:query|mutation|subscription)\b[\w\s]*[({]/.test(text)) &&
  (isPutTogether || parseText({ file: '', text }, []) !== undefined);

function placeAt(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

const blank = (text: string): string => text.replaceAll(/[^\n\r]/g, ' ');

/**
 * The text of a template literal, in which spaces replace the expressions, so that every line and column stays. An expression between
 * definitions stands for a fragment. With one inside of a definition, the document is put together at run time.
 */
function readTemplate(code: string, { quasis, expressions }: TemplateLiteral) {
  let text = '';
  for (const [index, { start, value }] of quasis.entries()) {
    const isBetween = /(^|\})\s*$/.test(withoutComments(text)) && isBalanced(withoutComments(text));
    const next = withoutComments(value.raw).trimStart();
    const isBefore = /^(\{|$|(query|mutation|subscription|fragment)\b)/.test(next);
    if (index > 0 && !(isBetween && isBefore)) return { text, runtimeExpression: expressions[index - 1]! };
    if (index > 0) text += blank(code.slice(quasis[index - 1]!.end, start));
    text += value.raw.includes('\\') ? (value.cooked ?? value.raw) : value.raw;
  }
  return { text };
}

const withoutComments = (text: string): string => text.replaceAll(/#.*/g, '');
const isBalanced = (text: string): boolean => text.split('{').length === text.split('}').length;

/**
 * The operations in texts, with the fragments that they use; `notReadable` is what was not readable before. Throws a CommandError if
 * there is nothing; `place` is where the texts are.
 */
export function operationsIn(
  texts: readonly SourceText[],
  place: string,
  notReadable: NotReadable[] = [],
): FoundOperations {
  const sources = texts.map((source) =>
    (parseText(source, notReadable)?.definitions ?? []).flatMap((node): Definition[] =>
      node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION ? [{ node, source }] : [],
    ),
  );
  const definitions = sources.flat();
  const fragments = definitions.filter(({ node }) => node.kind === Kind.FRAGMENT_DEFINITION);
  const used = new Set(definitions.flatMap(({ node }) => spreadsIn(node)));
  const ids = new Map<string, number>();
  const operations = sources.flatMap((own) => {
    const ofSource = own.filter((each): each is OperationOf => each.node.kind === Kind.OPERATION_DEFINITION);
    // A text with one operation is sent whole, and a fragment that nothing uses is an error.
    const unused = own.filter(({ node }) => node.kind === Kind.FRAGMENT_DEFINITION && !used.has(node.name.value));
    const extra = ofSource.length === 1 ? unused : [];
    return ofSource.map((each) => toOperation([each, ...usedFragments(each, fragments), ...extra], ids));
  });
  if (operations.length === 0 && notReadable.length === 0)
    throw new CommandError(
      `there is no document in ${place}: expected operations in .graphql files, in templates, or in strings of Python`,
      exitCodes.usage,
    );
  return { operations, notReadable: notReadable.toSorted(byPlace) };
}

export const byPlace = (a: { file: string; line: number }, b: { file: string; line: number }): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;

type OperationOf = Definition & { node: OperationDefinitionNode };

/** Parses a text. A syntax error is added to `notReadable`; a text of comments is no document. */
function parseText({ file, text }: SourceText, notReadable: NotReadable[]): DocumentNode | undefined {
  if (withoutComments(text).trim() === '') return undefined;
  try {
    return parse(new Source(text, file));
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
    const [{ line, column } = { line: 1, column: 1 }] = error instanceof GraphQLError ? (error.locations ?? []) : [];
    const reason = error instanceof GraphQLError ? error.message : 'the document is nested too deep';
    notReadable.push({ file, line, column, reason, isInvalid: true });
    return undefined;
  }
}

/** The names of the fragments that a definition uses itself. */
function spreadsIn(node: ExecutableDefinitionNode): string[] {
  const names: string[] = [];
  visit(node, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
}

/** The fragments that an operation uses. Of several with one name, the nearest: in its text, its file, its folder, or the first. */
function usedFragments(operation: Definition, fragments: readonly Definition[]): Definition[] {
  const used = new Map<string, Definition>();
  const pending: Definition[] = [operation];
  for (const { node, source } of pending)
    for (const name of spreadsIn(node)) {
      const distance = ({ source: other }: Definition): number =>
        [other === source, other.file === source.file, dirname(other.file) === dirname(source.file), true].indexOf(
          true,
        );
      const candidates = fragments.filter((each) => each.node.name!.value === name);
      const [found] = candidates.toSorted((a, b) => distance(a) - distance(b));
      if (used.has(name) || !found) continue;
      used.set(name, found);
      pending.push(found);
    }
  return [...used.values()];
}

/** The line of a node in its file. */
export const lineOf = ({ loc }: { loc?: { startToken: { line: number } } | undefined }): number => loc!.startToken.line;

function toOperation(definitions: [OperationOf, ...Definition[]], ids: Map<string, number>): ClientOperation {
  const [{ node, source }] = definitions;
  const texts = definitions.map((each) => each.source.text.slice(each.node.loc!.start, each.node.loc!.end));
  const name = node.name?.value ?? null;
  const id = `${source.file}#${name ?? 'anonymous'}`;
  const count = (ids.get(id) ?? 0) + 1;
  ids.set(id, count);
  return {
    id: count === 1 ? id : `${id} (${count})`,
    file: source.file,
    line: lineOf(node),
    name,
    kind: node.operation,
    text: texts.join('\n\n'),
    definitions,
  };
}
