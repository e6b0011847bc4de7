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
import type { ClientOperation, Definition, FoundOperations, NotReadable, SourceText } from './model.ts';
import { readSource } from './read-source.ts';

/** Finds the operations in files of a folder, with the fragments that they use, which may be in other files. */
export async function findOperations(files: readonly string[], folder: string): Promise<FoundOperations> {
  const read = [];
  for (const file of files) read.push(await readSource(file, folder));
  const notReadable = read.flatMap((each) => each.notReadable);
  return operationsIn(
    read.flatMap((each) => each.sources),
    notReadable,
  );
}

/** The operations in texts, with the fragments that they use; `notReadable` is what was not readable before. */
export function operationsIn(texts: readonly SourceText[], notReadable: NotReadable[] = []): FoundOperations {
  const sources = texts.map((source) => parseSource(source, notReadable));
  const definitions = sources.flat();
  const fragments = groupByName(definitions.filter(({ node }) => node.kind === Kind.FRAGMENT_DEFINITION));
  const unused = new Set(fragments.keys());
  for (const { node } of definitions) for (const name of spreadsIn(node)) unused.delete(name);
  const operations = sources.flatMap((own) => {
    const ofSource = own.filter((each): each is OperationOf => each.node.kind === Kind.OPERATION_DEFINITION);
    // A text with one operation is sent whole, and a fragment that nothing uses is an error.
    const extra = ofSource.length === 1 ? own.filter(({ node }) => unused.has(node.name?.value ?? '')) : [];
    return ofSource.map((each) => toOperation(each, [...usedFragments(each, fragments), ...extra]));
  });
  return { operations, notReadable: notReadable.toSorted(byPlace) };
}

type OperationOf = Definition & { node: OperationDefinitionNode };

const byPlace = (a: NotReadable, b: NotReadable): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;

/** The operations and fragments of a text. A syntax error is added to `notReadable`. */
function parseSource(source: SourceText, notReadable: NotReadable[]): Definition[] {
  // A file of comments is no document.
  if (source.text.replaceAll(/#.*/g, '').trim() === '') return [];
  try {
    const { definitions } = parse(new Source(source.text, source.file));
    return definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => ({ node, source }));
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
    const [{ line, column } = { line: 1, column: 1 }] = error instanceof GraphQLError ? (error.locations ?? []) : [];
    notReadable.push({
      file: source.file,
      line: source.line + line - 1,
      column: line === 1 ? source.column + column - 1 : column,
      reason: error instanceof GraphQLError ? error.message : 'the document is nested too deep',
      isInvalid: true,
    });
    return [];
  }
}

function groupByName(fragments: readonly Definition[]): Map<string, Definition[]> {
  const groups = new Map<string, Definition[]>();
  for (const each of fragments) {
    const name = each.node.name!.value;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return groups;
}

const spreads = new WeakMap<ExecutableDefinitionNode, string[]>();

/** The names of the fragments that a definition uses itself. */
function spreadsIn(node: ExecutableDefinitionNode): string[] {
  const known = spreads.get(node);
  if (known) return known;
  const names: string[] = [];
  visit(node, { FragmentSpread: ({ name }) => void names.push(name.value) });
  spreads.set(node, names);
  return names;
}

/** The fragments that an operation uses. Of several with one name, the nearest: in its text, its file, its folder, or the first. */
function usedFragments(operation: Definition, fragments: Map<string, Definition[]>): Definition[] {
  const used = new Map<string, Definition>();
  const pending: Definition[] = [operation];
  for (const user of pending) {
    for (const name of spreadsIn(user.node)) {
      const candidates = fragments.get(name);
      if (used.has(name) || !candidates) continue;
      const found = nearest(candidates, user.source);
      used.set(name, found);
      pending.push(found);
    }
  }
  return [...used.values()];
}

function nearest(candidates: Definition[], { file, text }: SourceText): Definition {
  const tests = [
    ({ source }: Definition) => source.file === file && source.text === text,
    ({ source }: Definition) => source.file === file,
    ({ source }: Definition) => dirname(source.file) === dirname(file),
    () => true,
  ];
  return tests.map((test) => candidates.find(test)).find((found) => found !== undefined)!;
}

/** The line of a node in its file. */
export const lineOf = ({ loc }: { loc?: { startToken: { line: number } } | undefined }, source: SourceText): number =>
  source.line + loc!.startToken.line - 1;

function toOperation({ node, source }: OperationOf, used: Definition[]): ClientOperation {
  const definitions = [{ node, source }, ...used];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: definitions.map((each) => each.node) };
  const texts = definitions.map((each) => each.source.text.slice(each.node.loc!.start, each.node.loc!.end));
  return {
    file: source.file,
    line: lineOf(node, source),
    name: node.name?.value ?? null,
    kind: node.operation,
    text: texts.join('\n\n'),
    document,
    definitions,
  };
}
