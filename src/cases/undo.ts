import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseDocument } from 'graphql';
import { CommandError, exitCodes } from '../errors.ts';
import { isJsonObject } from '../client/json-value.ts';
import type { Actor } from '../client/actor.ts';
import { fixturesFolder } from './case-files.ts';
import { parseYaml } from './located-yaml.ts';

/** How the write of a field is undone on a deployment; `undo.yaml` in the folder of the cases explains each member. */
export interface UndoDescription {
  /** Schema coordinate of the field. */
  writes: string;
  what: string;
  /** A query whose data shows what is overwritten. */
  before?: string;
  /** The name of the record that the field creates, as that of the field that leads to it. */
  creates?: string;
  find?: string;
  /** A mutation; without it, the API cannot undo the write. */
  undo?: string;
  /** Who sends it. Default: who wrote. */
  actor?: Actor;
  /** Variables of the mutation; `$before`, `$amount` and `$texts` take values from the data of `before`. */
  variables?: Record<string, unknown>;
  check?: { query: string; expect: object };
}

const members = ['writes', 'what', 'before', 'creates', 'find', 'undo', 'actor', 'variables', 'check'];

/** Reads how writes are undone: those of this package, and those in the folder of other cases. A CommandError names what is wrong. */
export function readUndoDescriptions(folder = fixturesFolder): UndoDescription[] {
  return [...new Set([folder, fixturesFolder])].flatMap((each) => readFile(join(each, 'undo.yaml')));
}

function readFile(file: string): UndoDescription[] {
  if (!existsSync(file)) return [];
  const { value, syntaxErrors, lineOf } = parseYaml(readFileSync(file, 'utf8'));
  const problems = syntaxErrors.map(({ line, message }) => `${file}:${line}: syntax error: ${message}`);
  const entries: unknown[] = Array.isArray(value) ? value : [];
  if (problems.length === 0 && entries.length === 0)
    problems.push(`${file}:1: expected a list of writes and what undoes them`);
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry);
    if (problem !== undefined) problems.push(`${file}:${lineOf([index])}: ${problem}`);
  }
  if (problems.length > 0) throw new CommandError(problems, exitCodes.usage);
  return entries as UndoDescription[];
}

function problemOf(entry: unknown): string | undefined {
  if (!isJsonObject(entry) || typeof entry['writes'] !== 'string' || typeof entry['what'] !== 'string')
    return 'expected the members writes and what';
  const unknown = Object.keys(entry).find((name) => !members.includes(name));
  if (unknown !== undefined) return `unknown member ${unknown}; the members are ${members.join(', ')}`;
  if (entry['undo'] !== undefined && entry['before'] === undefined && entry['check'] === undefined)
    return 'expected before or check, which proves that it is undone';
  const check = isJsonObject(entry['check']) ? entry['check']['query'] : undefined;
  for (const document of [entry['before'], entry['find'], entry['undo'], check])
    try {
      if (document !== undefined) parseDocument(String(document));
    } catch (error) {
      return (error as Error).message;
    }
  return undefined;
}
