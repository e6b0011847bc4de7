import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { lock } from 'proper-lockfile';
import { formatJson } from '../../client/format-text.ts';
import { isJsonObject } from '../../client/json-value.ts';
import { CommandError, exitCodes, writing } from '../../errors.ts';
import { type Path, parseYaml, schemaProblems } from '../located-yaml.ts';
import type { ContractFile } from './interaction.ts';
import { findMissing, mergeContracts } from './merge.ts';

const schema = JSON.parse(readFileSync(new URL('contract.schema.json', import.meta.url), 'utf8')) as object;
const isContract: ValidateFunction<ContractFile> = new Ajv({
  strict: false,
  allErrors: true,
  verbose: true,
}).compile<ContractFile>(schema);

/** A contract, and where its file has each member. */
export interface LoadedContract {
  file: string;
  contract: ContractFile;
  lineOf(path: Path): number;
}

const maxProblems = 10;

/** Reads a contract. A CommandError lists what is wrong with it: file, line, and what was expected. */
export function readContract(file: string): LoadedContract {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
  const { value, syntaxErrors, lineOf } = parseYaml(text);
  const refuse = (problems: string[]): never => {
    const more = problems.length - maxProblems;
    const shown = more > 0 ? [...problems.slice(0, maxProblems), `${file}: and ${more} more`] : problems;
    throw new CommandError(shown, exitCodes.usage);
  };
  if (syntaxErrors.length > 0)
    refuse(syntaxErrors.map(({ line, message }) => `${file}:${line}: expected a whole JSON document: ${message}`));
  const version = isJsonObject(value) && value['format'] === 'plenum-contract' ? value['formatVersion'] : undefined;
  if (version !== undefined && version !== 1)
    refuse([
      `${file}:${lineOf(['formatVersion'])}: formatVersion: expected 1, and it is ${JSON.stringify(version)}: another version of Plenum wrote this contract`,
    ]);
  if (isContract(value)) return { file, contract: value, lineOf };
  const problems = schemaProblems(isContract.errors!).map(
    ({ path, message }) => `${file}:${lineOf(path)}: ${path.length > 0 ? path.join('.') : 'the contract'}: ${message}`,
  );
  return refuse([...new Set(problems)]);
}

/** `update` adds what a run asked to the file, `check` refuses what the file does not hold, `replace` forgets what the run did not ask. */
export type ContractMode = 'update' | 'check' | 'replace';

/** Brings what a run asked into the file of a contract. A CommandError says why it cannot be, and in mode `check` what the file does not hold. */
export async function saveContract(file: string, asked: ContractFile, mode: ContractMode): Promise<void> {
  if (mode === 'check') return checkContract(file, asked);
  writing(dirname(file), () => mkdirSync(dirname(file), { recursive: true }));
  const unlock = await lockFile(file);
  try {
    mergeIntoFile(file, asked, mode);
  } finally {
    await unlock();
  }
}

/** Brings interactions into a file that no other process writes. */
export function mergeIntoFile(file: string, asked: ContractFile, mode: 'update' | 'replace'): void {
  const kept = mode === 'update' && existsSync(file) ? readContract(file).contract : undefined;
  if (kept) assertSameServer(file, kept, asked);
  const merged = mergeContracts(kept ?? asked, asked);
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, contractText(merged));
  });
}

/** A contract as the text of its file. */
export const contractText = (contract: ContractFile): string => `${formatJson(contract, 2)}\n`;

function checkContract(file: string, asked: ContractFile): void {
  const { contract } = readContract(file);
  assertSameServer(file, contract, asked);
  const missing = findMissing(contract.interactions, asked.interactions);
  if (missing.length === 0) return;
  throw new CommandError(
    [...missing.map((each) => `${file}: ${each}`), `${file}: a run with the contract mode update adds what is missing`],
    exitCodes.differences,
  );
}

/** What one server answered says nothing of another one. */
function assertSameServer(file: string, kept: ContractFile, asked: ContractFile): void {
  const members = ['dialect', 'world', 'fill'] as const;
  const different = members.find((member) => kept[member] !== asked[member]);
  if (different === undefined) return;
  throw new CommandError(
    `${file}: ${different}: expected ${asked[different]}, which this stand-in has, and the contract has ${kept[different]}: name another file, or use the contract mode replace`,
    exitCodes.usage,
  );
}

/** Waits until no other process writes the file. A lock that a killed process left ends after ten seconds. */
async function lockFile(file: string): Promise<() => Promise<void>> {
  try {
    return await lock(file, {
      realpath: false,
      stale: 10_000,
      retries: { retries: 300, minTimeout: 10, maxTimeout: 100 },
    });
  } catch (error) {
    throw new CommandError(`${file} cannot be locked: ${(error as Error).message}`, exitCodes.unavailable);
  }
}

/** Replaces a file as a whole: a reader sees the old or the new one. */
function replaceFile(file: string, text: string): void {
  const temporary = `${file}.part`;
  try {
    const descriptor = openSync(temporary, 'w');
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}
