import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { buildSchema } from 'graphql';
import { serverDialect } from '../../src/dialects/specification/server.ts';
import { createExecutor } from '../../src/server/app.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { startTestServer } from './test-server.ts';
import type { Case } from '../../conformance/model/case.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { type RecorderOptions, startRecorder } from '../../conformance/record/recorder.ts';
import type { RecordingResult } from '../../conformance/record/recording.ts';

const executor = createExecutor(serverDialect);
const schema = buildSchema(readContractSdl());

/** The actors of the demo world. */
export const demoActors = {
  admin: { token: 'admin-token' },
  member: { token: 'member-token', key: 'member-key', secret: 'member-secret-0123456789' },
  other: { token: 'other-token' },
};

/** A folder that is gone after the test. */
export function temporaryFolder(test: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'plenum-record-'));
  test.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A client of a recorder in front of a stand-in. */
export interface RecordedServer {
  url: string;
  out: string;
  /** Sends a GraphQL request with a token, or none, and gives the answer's body. */
  // oxlint-disable-next-line typescript/no-explicit-any
  send(query: string, variables?: object, token?: string): Promise<any>;
  /** Ends the recording, and gives the drafts too. */
  close(): Promise<RecordingResult & { drafts: Case[] }>;
}

/** A recorder in front of a stand-in with a fresh demo world. */
export async function startRecordedServer(
  test: TestContext,
  options: Partial<RecorderOptions> = {},
): Promise<RecordedServer> {
  const { url: upstream } = await startTestServer(test, { executor });
  const out = temporaryFolder(test);
  const recorder = await startRecorder({ upstream, out, actors: demoActors, ...options });
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
      const outcomes = await recorder.close();
      return { ...outcomes, drafts: outcomes.written.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Case) };
    },
  };
}

/** Asserts that drafts fail while their member `draft` is there, and pass on a fresh demo world once it is removed. */
export async function assertDraftsPass(test: TestContext, drafts: Case[]): Promise<void> {
  const target = await startInProcessTarget();
  test.after(() => target.close());
  const run = (cases: Case[]) => runCases({ target, cases, schema, runId: 'run1' });
  for (const { outcome, reason } of await run(drafts)) {
    assert.equal(outcome, 'failed');
    assert.match(reason!, /draft/);
  }
  const reviewed = drafts.map(({ draft, ...each }) => (assert.equal(draft, true), each));
  for (const { case: each, outcome, exchanges } of await run(reviewed))
    assert.equal(outcome, 'passed', `${each.id}: ${JSON.stringify(exchanges.at(-1), undefined, 1)}`);
}

/** Every text below a folder, as it is on the disk. */
export const textsInFolder = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')] : [],
  );
