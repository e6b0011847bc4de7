import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { readTargetFile } from '../../src/client/target-file.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { endpointUrl } from '../../src/option.ts';

/** A deployment of a list. */
export interface Town {
  url: string;
  /** The path of its target file, if the list names one. */
  targetFile?: string;
  /** The name of its folder of reports. */
  folder: string;
}

interface Entry {
  line: number;
  text: string;
}

/**
 * Reads a list of towns: a URL on each line, where `#` starts a comment, or a JSON list of URLs and paths of target files, which are relative to the
 * list. Throws a CommandError with all problems, each with its line.
 */
export function readTowns(file: string): Town[] {
  const problems: string[] = [];
  const addProblem = (line: number, problem: string) => void problems.push(`${file}, line ${line}: ${problem}`);
  const text = readList(file);
  const isJson = text.trimStart().startsWith('[');
  const entries = isJson ? jsonEntries(text, addProblem) : textEntries(text);
  const towns: Town[] = [];
  const lines = new Map<string, number>();
  for (const { line, text: entry } of entries)
    try {
      const town = isJson ? readEntry(entry, dirname(file)) : townOf(entry);
      const earlier = lines.get(town.folder);
      if (earlier !== undefined) addProblem(line, `${entry} is the town of line ${earlier}: expected each town once`);
      else towns.push(town);
      lines.set(town.folder, earlier ?? line);
    } catch (error) {
      addProblem(line, (error as Error).message);
    }
  if (entries.length === 0 && problems.length === 0) problems.push(`${file} has no town: expected at least one URL`);
  if (problems.length > 0) throw new CommandError(problems, exitCodes.usage);
  return towns;
}

function readList(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

const textEntries = (text: string): Entry[] =>
  text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: line.replace(/(^|\s)#.*$/, '').trim() }))
    .filter((each) => each.text !== '');

function jsonEntries(text: string, addProblem: (line: number, problem: string) => void): Entry[] {
  const errors: ParseError[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const root = parseTree(text, errors, { disallowComments: true });
  for (const { error, offset } of errors) addProblem(lineOf(offset), `not JSON: ${printParseErrorCode(error)}`);
  if (errors.length > 0) return [];
  return (root?.children ?? []).flatMap(({ type, value, offset }: Node) => {
    if (type === 'string') return [{ line: lineOf(offset), text: value as string }];
    addProblem(lineOf(offset), 'expected a URL or the path of a target file, in quotes');
    return [];
  });
}

/** A town of a JSON list: a URL, or the path of a target file relative to a folder. */
function readEntry(entry: string, folder: string): Town {
  if (/^\w+:\/\//.test(entry)) return townOf(entry);
  const targetFile = resolve(folder, entry);
  return { ...townOf(readTargetFile(targetFile).url), targetFile };
}

/** A folder is named after host, port and, unless it is `/api`, path. It does not depend on the other towns of the list. */
function townOf(text: string): Town {
  const url = readUrl(text);
  const { host, pathname } = new URL(url);
  const name = `${host}${pathname === '/api' ? '' : pathname}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '_');
  return { url, folder: name.replace(/^\./, '_').replace(/\.$/, '_').slice(0, 200) };
}

function readUrl(text: string): string {
  try {
    return endpointUrl(text);
  } catch (error) {
    throw new Error(`${text} ${(error as Error).message}, such as https://town.example/api`, { cause: error });
  }
}
