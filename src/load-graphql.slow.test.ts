import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

// In development mode, graphql throws for an object of another copy of itself; in production mode it does not look.
const script = (entry: string) => `
  process.argv = ['node', 'plenum', '--version'];
  await import(${JSON.stringify(entry)});
  const { isObjectType } = await import('graphql');
  let mode = 'production';
  try {
    isObjectType({ [Symbol.toStringTag]: 'GraphQLObjectType' });
  } catch {
    mode = 'development';
  }
  process.stdout.write('\\n' + JSON.stringify({ mode, nodeEnv: process.env.NODE_ENV ?? null }));
`;

function importEntry(entry: string, nodeEnv: string | undefined): { mode: string; nodeEnv: string | null } {
  const { NODE_ENV: _, ...inherited } = process.env;
  const output = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script(`./${entry}`)],
    { cwd: root, env: { ...inherited, ...(nodeEnv !== undefined && { NODE_ENV: nodeEnv }) }, encoding: 'utf8' },
  );
  return JSON.parse(output.trim().split('\n').at(-1)!) as { mode: string; nodeEnv: string | null };
}

describe('graphql runs in production mode, and NODE_ENV stays as it was', () => {
  // Every entry imports the same module first; it restores each value in the same way, whichever entry imports it.
  for (const [entry, nodeEnv] of [
    ['src/cli/main.ts', undefined],
    ['src/cli/main.ts', 'development'],
    ['src/cli/main.ts', 'production'],
    ['src/stand-in/stand-in.ts', undefined],
    ['conformance/index.ts', undefined],
  ] as const)
    test(`${entry} with NODE_ENV ${nodeEnv ?? 'not set'}`, () => {
      assert.deepEqual(importEntry(entry, nodeEnv), { mode: 'production', nodeEnv: nodeEnv ?? null });
    });
});
