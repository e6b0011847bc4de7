import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../problem.ts';
import type { FaultRule } from './fault-rule.ts';
import { coordinatesOf } from './faults.ts';
import { assertUser } from './known-names.ts';
import { type PresetName, presets } from './presets.ts';
import { readRule } from './validate-rule.ts';

/** The faults that an option names. */
interface LoadedFaults {
  rules: FaultRule[];
  /** Throws a CommandError if a rule is for a user whom the records do not have. */
  assertUsers(store: Store): void;
}

/**
 * Loads the faults of a file, which has a list of rules in JSON, or of a preset. Throws a CommandError that names the file, the
 * number of the rule and the member.
 */
export function loadFaults(source: string, schema: () => GraphQLSchema): LoadedFaults {
  const preset = Object.keys(presets).find((name): name is PresetName => name === source);
  const values = preset ? [{ preset }] : readList(source);
  /** Names the rule in the problem of a rule. */
  const check = <T>(index: number, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw error instanceof ProblemError ? refuse(source, `rule ${index + 1}: ${error.message}`) : error;
    }
  };
  const rules = values.map((value, index) =>
    check(index, () => {
      const rule = readRule(value);
      coordinatesOf(rule, schema);
      return rule;
    }),
  );
  return {
    rules,
    assertUsers: (store) =>
      rules.forEach(({ match: { user } }, index) =>
        check(index, () => typeof user === 'number' && assertUser(store, user)),
      ),
  };
}

function readList(file: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const presetNames = Object.keys(presets).join(', ');
    throw refuse(
      file,
      isMissing ? `there is no such file, and the presets are ${presetNames}` : (error as Error).message,
    );
  }
  if (!Array.isArray(value)) throw refuse(file, 'must have a list of rules');
  return value;
}

const refuse = (file: string, message: string) => new CommandError(`faults: ${file}: ${message}`, exitCodes.usage);
