import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { serverDialect } from '../../src/dialects/specification.ts';
import { createExecutor } from '../../src/server/executors.ts';
import { createTemporaryFolder } from './folders.ts';
import { startTestServer } from './test-server.ts';
import type { Case } from '../../src/cases/case.ts';
import { demoPlaceholders } from '../../src/cases/demo-world.ts';
import { runCases } from '../../conformance/index.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { type RecorderOptions, startRecorder } from '../../conformance/record/recorder.ts';
import type { RecordingResult } from '../../conformance/record/drafts.ts';

const executor = createExecutor(serverDialect);

/** The credentials of the actors in the demo world. */
export const demoActors = {
  admin: { token: 'admin-token' },
  member: { token: 'member-token', key: 'member-key', secret: 'member-secret-0123456789' },
  other: { token: 'other-token' },
};

/** A recorder in front of a stand-in. */
export interface RecordedServer {
  url: string;
  /** The folder of the drafts. */
  out: string;
  /** Sends a GraphQL request through the recorder and returns the body of the response. */
  // oxlint-disable-next-line typescript/no-explicit-any
  send(query: string, variables?: object, token?: string): Promise<any>;
  /** Ends the recording and reads the drafts. */
  close(): Promise<RecordingResult & { drafts: Case[] }>;
}

/** Starts a recorder in front of a stand-in with the demo world. */
export async function startRecordedServer(
  test: TestContext,
  options: Partial<RecorderOptions> = {},
): Promise<RecordedServer> {
  const { url: upstream } = await startTestServer(test, { executor });
  const out = createTemporaryFolder(test);
  const recorder = await startRecorder({
    upstream,
    out,
    draft: true,
    actors: demoActors,
    placeholders: demoPlaceholders,
    ...options,
  });
  test.after(() => recorder.close());
  return {
    url: recorder.url,
    out,
    send: async (query, variables = {}, token = '') => {
      const headers: Record<string, string> = { 'Content-Type': 'application/json' };
      if (token) headers['Authorization'] = `Bearer ${token}`;
      const body = JSON.stringify({ query, variables });
      return (await fetch(recorder.url, { method: 'POST', headers, body })).json();
    },
    close: async () => {
      const result = await recorder.close();
      return { ...result, drafts: result.written.map(readDraft) };
    },
  };
}

/** Reads the only case of a file, as it is written. */
export function readDraft(file: string): Case {
  const [draft] = parse(readFileSync(file, 'utf8')) as [Record<string, unknown>];
  const [[id, description], ...members] = Object.entries(draft) as [[string, string], ...[string, unknown][]];
  const { checks: requirements, ...others } = Object.fromEntries(members) as { checks: string[] } & Omit<Case, 'level'>;
  return { ...others, id: `${basename(dirname(file))}/${id}`, description, requirements } as Case;
}

/** Asserts that drafts fail as drafts, and pass on the demo world without their member `draft`. */
export async function assertDraftsPass(test: TestContext, drafts: Case[]): Promise<void> {
  const target = await startInProcessTarget();
  test.after(() => target.close());
  const run = (cases: Case[]) => runCases(cases, { target, runId: 'run1' });
  for (const { outcome, reason } of await run(drafts)) {
    assert.equal(outcome, 'failed');
    assert.match(reason!, /draft/);
  }
  const reviewed = drafts.map(({ draft, ...each }) => (assert.equal(draft, true), each));
  for (const { outcome, exchanges, ...each } of await run(reviewed))
    assert.equal(outcome, 'passed', `${each.id}: ${JSON.stringify(exchanges.at(-1), undefined, 1)}`);
}

/** The names and contents of all files below a folder. */
export const textsInFolder = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')] : [],
  );
