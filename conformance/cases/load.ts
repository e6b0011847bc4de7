import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { readValidatedJson, compileSchemaFile } from '../model/json-schema.ts';

export type RequirementLevel = 'MUST' | 'SHOULD' | 'OBSERVE';
export type Actor = 'admin' | 'member' | 'other' | 'anonymous' | 'stranger';

/** What an answer must be; see case.schema.json. */
export type ExpectedResponse =
  | { data: object }
  | { errorCode: string | null; path: (string | number)[] | null; data: object | null; invalidAttributes?: string[] }
  | { requestError: string[] }
  | { status: number[] }
  | { oneOf: ExpectedResponse[] };

/** A GraphQL request of a case; without a query it is that of the case's operation. */
export interface GraphQLStep {
  actor: Actor;
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  capture?: Record<string, string>;
  expect: ExpectedResponse;
  expectByDialect?: Record<string, ExpectedResponse>;
}

/** A request as HTTP has it. */
export interface HttpStep {
  actor: Actor;
  http: { method: string; headers?: Record<string, string>; body?: string };
  expect: ExpectedResponse;
  expectByDialect?: Record<string, ExpectedResponse>;
}

export type Step = GraphQLStep | HttpStep;

/** One fact about a server; see case.schema.json. */
export interface Case {
  id: string;
  description: string;
  requirements: string[];
  level: RequirementLevel;
  dialects?: string[];
  draft?: true;
  steps: Step[];
  afterwards?: (Omit<GraphQLStep, 'actor'> & { actor?: Actor })[];
}

/** A binding sentence of the specification, or what a dialect lays down beyond it; see requirements.json. */
export interface Requirement {
  id: string;
  section: string;
  level: RequirementLevel;
  text: string;
  dialects?: string[];
  untested?: string;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
export const fixturesFolder = here('../../fixtures');

export const requirements = JSON.parse(readFileSync(here('requirements.json'), 'utf8')) as Requirement[];
/** The judge of a case; see case.schema.json. */
export const isCase = compileSchemaFile<Case>(new URL('case.schema.json', import.meta.url));

const operations = new Map<string, string | undefined>();

/** The document of a case's operation: `operation.graphql` beside it. */
export function operationDocument(id: string, folder = fixturesFolder): string | undefined {
  const file = join(folder, id.split('/')[0]!, 'operation.graphql');
  if (!operations.has(file)) operations.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return operations.get(file);
}

/** Every case below a folder, by id. A CommandError names the file that is not right, and why. */
export function loadCases(folder = fixturesFolder): Case[] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['world', 'recorded'].includes(entry.name))
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
    .filter((file) => file.endsWith('.json'));
  return files.map((file) => readCase(file, folder)).toSorted((a, b) => a.id.localeCompare(b.id));
}

function readCase(file: string, folder: string): Case {
  const refuse = (reason: string) => new CommandError(`${file}: ${reason}`, exitCodes.usage);
  const value = readValidatedJson(file, isCase, 'the case');
  const name = relative(folder, file)
    .replace(/\.json$/, '')
    .replaceAll('\\', '/');
  if (value.id !== name) throw refuse(`the id must be ${name}, as the file is named`);
  const unknown = value.requirements.find((id) => !requirements.some((row) => row.id === id));
  if (unknown) throw refuse(`there is no requirement ${unknown}`);
  if (value.steps.some((step) => !('http' in step) && !step.query) && !operationDocument(value.id, folder)) {
    throw refuse('a step has no query, and there is no operation.graphql beside the case');
  }
  return value;
}
