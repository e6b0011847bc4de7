import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { importOptional } from '../../src/import-optional.ts';
import { isJsonObject } from '../../src/json-object.ts';
import { plucker } from './read-source.ts';

const endings = (name: string, ...list: string[]): string[] => list.map((ending) => `${name}${ending}`);
const data = ['.json', '.yaml', '.yml'];
const programs = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** The files of graphql-config and GraphQL Code Generator; the first one that exists counts. */
const configFiles = [
  ...endings('graphql.config', ...data, '.toml', ...programs),
  '.graphqlrc',
  ...endings('.graphqlrc', ...data, '.toml', ...programs),
  ...endings('codegen', '.yaml', '.yml', '.json', ...programs),
  'package.json',
];

/** The patterns of documents in a configuration file, relative to it. */
export interface ConfiguredDocuments {
  file: string;
  patterns: string[];
}

/**
 * Reads the `documents` of the configuration file in the working folder; undefined if there is none that has them. Programs are
 * read and not run. Throws a CommandError for a file that cannot be read.
 */
export async function readConfiguredDocuments(folder: string): Promise<ConfiguredDocuments | undefined> {
  for (const file of configFiles) {
    const path = join(folder, file);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    const patterns = programs.includes(extname(file))
      ? await patternsOfProgram(file, text)
      : patternsOfData(file, text);
    if (patterns.length > 0) return { file, patterns: [...new Set(patterns)] };
  }
  return undefined;
}

const unreadable = (file: string, reason: string) =>
  new CommandError(
    `${file} cannot be read: ${reason}. Name the files or folders: plenum documents PATH`,
    exitCodes.usage,
  );

function patternsOfData(file: string, text: string): string[] {
  if (file.endsWith('.toml')) throw unreadable(file, 'TOML is not supported');
  let config: unknown;
  try {
    config = parseYaml(text);
  } catch (error) {
    throw unreadable(file, (error as Error).message.split('\n')[0]!.replace(/:$/, ''));
  }
  const root = file === 'package.json' && isJsonObject(config) ? config['graphql'] : config;
  if (!isJsonObject(root)) return [];
  const members = (name: string) => (isJsonObject(root[name]) ? Object.values(root[name]) : []);
  return [root, ...members('projects'), ...members('generates')].flatMap((each) =>
    isJsonObject(each) ? patternsIn(each['documents']) : [],
  );
}

/** The texts of a pattern, a list of them, or an object of them with their loaders. */
function patternsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** Loads the parser of the package that reads programs. */
async function loadParser() {
  const load = createRequire(import.meta.resolve(plucker));
  const { parse } = load('@babel/parser') as { parse: (text: string, options: object) => unknown };
  return parse;
}

/** The literal values of every `documents` in a program, which is not run: it could do anything. */
async function patternsOfProgram(file: string, text: string): Promise<string[]> {
  const parse = await importOptional(plucker, `reading ${file}`, loadParser);
  const patterns: string[] = [];
  const isTypeScript = /\.[mc]?ts$/.test(file);
  try {
    const program = parse(text, {
      sourceType: 'unambiguous',
      plugins: isTypeScript ? ['typescript'] : ['jsx'],
    });
    visitNodes(program, (node) => {
      if (node['type'] !== 'ObjectProperty' || node['computed'] === true) return;
      const key = node['key'] as Node;
      if ((key['name'] ?? key['value']) === 'documents') patterns.push(...literalsIn(node['value'] as Node));
    });
  } catch (error) {
    throw unreadable(file, (error as Error).message);
  }
  return patterns;
}

type Node = Record<string, unknown>;

function visitNodes(value: unknown, enter: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visitNodes(each, enter);
  if (!isJsonObject(value)) return;
  if (typeof value['type'] === 'string') enter(value);
  for (const [name, each] of Object.entries(value)) if (name !== 'loc') visitNodes(each, enter);
}

function literalsIn(node: Node): string[] {
  if (node['type'] === 'StringLiteral') return [node['value'] as string];
  if (node['type'] === 'ArrayExpression')
    return (node['elements'] as (Node | null)[]).flatMap((each) => (each ? literalsIn(each) : []));
  if (node['type'] === 'TSAsExpression') return literalsIn(node['expression'] as Node);
  return [];
}
