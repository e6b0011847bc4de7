import { readJson } from '../../src/read-json.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { isJsonObject } from '../../src/json-object.ts';
import type { JudgedOperation, NotReadable } from './model.ts';

/** The refusals of an earlier report. */
export interface DocumentsBaseline {
  /** Whether the earlier report has the same refusal, wherever it is in the file. */
  hasRefusal(operation: Omit<JudgedOperation, 'known'>, target: string): boolean;
  hasInvalid(place: NotReadable): boolean;
}

const wrong = (file: string, place: string, expected: string) =>
  new CommandError(`${file}: ${place} must be ${expected}, as in the report.json of plenum documents`, exitCodes.usage);

/** Reads the `report.json` of an earlier run. Throws a CommandError that says where it has not the form of one. */
export function readDocumentsBaseline(file: string): DocumentsBaseline {
  const report = readJson(file, exitCodes.usage);
  const listOf = (name: string): unknown[] => {
    const list = isJsonObject(report) ? report[name] : undefined;
    if (!Array.isArray(list)) throw wrong(file, name, 'a list');
    return list;
  };
  const refusals = new Map<string, Set<string>>();
  for (const [index, each] of listOf('documents').entries()) {
    const place = `documents[${index}]`;
    if (!isJsonObject(each) || typeof each['file'] !== 'string') throw wrong(file, place, 'an object with a file');
    const { name, verdicts } = each;
    if (!isJsonObject(verdicts)) throw wrong(file, `${place}.verdicts`, 'an object');
    for (const [target, judgement] of Object.entries(verdicts)) {
      const messages = isJsonObject(judgement) ? judgement['messages'] : undefined;
      if (!isJsonObject(judgement) || !Array.isArray(messages))
        throw wrong(file, `${place}.verdicts["${target}"].messages`, 'a list');
      if (judgement['verdict'] !== 'refused') continue;
      const key = keyOf(each['file'], name, target);
      const known = refusals.get(key) ?? new Set();
      refusals.set(key, new Set([...known, ...messages.map(String)]));
    }
  }
  const invalid = new Set(listOf('notReadable').map((each) => (isJsonObject(each) ? each['file'] : undefined)));
  return {
    hasRefusal({ file: name, name: operation, verdicts }, target) {
      const known = refusals.get(keyOf(name, operation, target));
      return known !== undefined && verdicts[target]!.messages.every((message) => known.has(message));
    },
    hasInvalid: ({ file: name }) => invalid.has(name),
  };
}

const keyOf = (file: string, name: unknown, target: string): string => JSON.stringify([file, name ?? null, target]);
