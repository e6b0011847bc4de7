import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse as parseDocument } from 'graphql';
import { CommandError, exitCodes } from '../errors.ts';
import type { Actor } from '../client/actor.ts';
import { valueAt } from '../client/json-value.ts';
import { fixturesFolder } from './load.ts';
import { parseYaml, schemaProblems } from './located-yaml.ts';

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

const text = { type: 'string' };
const isUndoFile = new Ajv({ allErrors: true, verbose: true, strict: false }).compile({
  type: 'array',
  minItems: 1,
  items: {
    required: ['writes', 'what'],
    additionalProperties: false,
    properties: {
      writes: text,
      what: text,
      before: text,
      creates: text,
      find: text,
      undo: text,
      actor: { enum: ['admin', 'member', 'other'] },
      variables: { type: 'object' },
      check: { required: ['query', 'expect'], properties: { query: text, expect: { type: 'object' } } },
    },
  },
});

/** Reads how writes are undone: those of this package, and those in the folder of other cases. A CommandError names what is wrong. */
export function readUndoDescriptions(folder = fixturesFolder): UndoDescription[] {
  return [...new Set([folder, fixturesFolder])].flatMap((each) => readFile(join(each, 'undo.yaml')));
}

function readFile(file: string): UndoDescription[] {
  if (!existsSync(file)) return [];
  const { value, syntaxErrors, lineOf } = parseYaml(readFileSync(file, 'utf8'));
  const problems = syntaxErrors.map(({ line, message }) => `${file}:${line}: syntax error: ${message}`);
  if (problems.length === 0 && !isUndoFile(value))
    for (const { path, message } of schemaProblems(isUndoFile.errors!))
      problems.push(`${file}:${lineOf(path)}: ${path.slice(1).join('.')}: ${message}`);
  const documents = [['before'], ['find'], ['undo'], ['check', 'query']];
  const entries = problems.length === 0 ? (value as UndoDescription[]) : [];
  for (const [index, entry] of entries.entries()) {
    if (entry.undo !== undefined && entry.before === undefined && !entry.check)
      problems.push(`${file}:${lineOf([index])}: expected before or check, which proves that it is undone`);
    for (const path of documents)
      try {
        const document = valueAt(entry, path);
        if (typeof document === 'string') parseDocument(document);
      } catch (error) {
        problems.push(`${file}:${lineOf([index, ...path])}: ${path.join('.')}: ${(error as Error).message}`);
      }
  }
  if (problems.length > 0) throw new CommandError(problems, exitCodes.usage);
  return entries;
}
