import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { importOptional } from '../../src/import-optional.ts';
import type { NotReadable, SourceText } from './model.ts';
import { type TemplateLiteral, readTemplate } from './template-text.ts';

/** The endings of the files that can have documents. */
export const documentExtensions = ['graphql', 'gql'];
export const programExtensions = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'];

/** The package that finds the template literals of a program. */
export const plucker = '@graphql-tools/graphql-tag-pluck';

/** The GraphQL texts of a file. */
export interface ReadFile {
  sources: SourceText[];
  notReadable: NotReadable[];
}

/** Reads the GraphQL texts of a file: all of a `.graphql` file, and the template literals of a program. */
export async function readSource(file: string, folder: string): Promise<ReadFile> {
  let code: string;
  try {
    code = readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { sources: [], notReadable: [{ file, line: 1, reason: `cannot be read: ${(error as Error).message}` }] };
  }
  if (documentExtensions.includes(extname(file).slice(1)))
    return { sources: [{ file, text: code, line: 1, column: 1 }], notReadable: [] };
  return /gql|graphql/i.test(code) ? readProgram(file, code) : { sources: [], notReadable: [] };
}

async function readProgram(file: string, code: string): Promise<ReadFile> {
  const { gqlPluckFromCodeString } = await importOptional(
    plucker,
    `reading ${file}`,
    () => import('@graphql-tools/graphql-tag-pluck'),
  );
  const literals = new Map<number, { compiled: string; literal: TemplateLiteral }>();
  try {
    await gqlPluckFromCodeString(file, code, {
      // The library removes expressions with a pattern and forgets where they were, so it only finds the literals.
      pluckStringFromFile(compiled, literal) {
        literals.set(literal.start!, { compiled, literal: literal as TemplateLiteral });
        return '';
      },
    });
  } catch (error) {
    return { sources: [], notReadable: [describeProblem(file, error as Error)] };
  }
  const read: ReadFile = { sources: [], notReadable: findStrings(file, code) };
  for (const { compiled, literal } of literals.values()) {
    const { text, runtimeExpression } = readTemplate(compiled, literal);
    const place = placeIn(code, compiled, literal);
    if (runtimeExpression) {
      const line = place.line + runtimeExpression.line - literal.loc.start.line;
      const reason = 'the document is put together at run time';
      read.notReadable.push({ file, line, column: runtimeExpression.column + 1, reason });
    } else if (text.trim() !== '') read.sources.push({ file, text, ...place });
  }
  return read;
}

/** Where the text of a literal starts in a file. The compilers of Vue and Svelte move the code, and keep its text. */
function placeIn(
  code: string,
  compiled: string,
  { start, end, loc }: TemplateLiteral,
): { line: number; column: number } {
  if (compiled === code) return { line: loc.start.line, column: loc.start.column + 2 };
  const at = code.indexOf(compiled.slice(start, end));
  return at < 0 ? { line: 1, column: 1 } : { ...placeAt(code, at + 1) };
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** Documents that are strings: the library knows template literals only. */
const findStrings = (file: string, code: string): NotReadable[] =>
  [...code.matchAll(/^[^/*\n]*?\b(?:gql|graphql)\(\s*(?=["'])/gm)].map((match) => ({
    file,
    ...placeAt(code, match.index + match[0].length),
    reason: 'the document is a string, and not a template literal',
  }));

/** Why a program cannot be parsed, without the library's advice on how to install a package. */
function describeProblem(file: string, error: Error & { loc?: { line: number; column: number } }): NotReadable {
  const message = error.message.split('\n').find((line) => line.trim() !== '');
  const { line: place = 1, column } = error.loc ?? {};
  const reason = (message ?? '').trim().replace(/ \(\d+:\d+\)$/, '');
  return { file, line: place, ...(column !== undefined && { column: column + 1 }), reason };
}
