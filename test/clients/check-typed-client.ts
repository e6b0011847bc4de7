import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSession, stopServers } from './servers.ts';

// A client that graphql-codegen generates, from `schema.graphql`, from introspection and from `/__admin/schema.graphql`.
const folder = fileURLToPath(new URL('.', import.meta.url));
const generated = join(folder, 'typed', 'generated');
const run = promisify(execFile);

before(async () => {
  const env = {
    ...process.env,
    SPECIFICATION_URL: (await openSession('specification')).url,
    DECIDIM_SCHEMA: new URL('/__admin/schema.graphql', (await openSession('decidim-0.32')).url).href,
  };
  await run('npx', ['graphql-codegen', '--config', 'codegen.ts'], { cwd: folder, env });
});
after(stopServers);

type RunTyped = (url: string, headers: Record<string, string>) => Promise<object>;

/** Runs the typed client of a file as an administrator. */
async function runTyped(file: string, dialect: 'specification' | 'decidim-0.32'): Promise<object> {
  const session = await openSession(dialect);
  const { href } = new URL(`typed/${file}.ts`, import.meta.url);
  const { runTyped: send } = (await import(href)) as { runTyped: RunTyped };
  return send(session.url, { ...session.headers, Authorization: 'Bearer admin-token' });
}

test('the generated clients compile with the strictest options of TypeScript', async () => {
  const tsc = join(folder, '..', '..', 'node_modules', '.bin', 'tsc');
  await run(tsc, ['--project', join(folder, 'typed')]).catch((error: { stdout: string }) => assert.fail(error.stdout));
});

/** The types without their comments: the server describes more than its file, such as `clientMutationId`. */
const readTypes = (name: string) =>
  readFileSync(join(generated, name, 'graphql.ts'), 'utf8').replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '');

test('the schema that the server introspects gives the same client as schema.graphql', () => {
  assert.match(readTypes('specification'), /export type MeetingAttributes = \{/);
  assert.equal(readTypes('specification-served'), readTypes('specification'));
});

test('the generated client runs the four operations', async () => {
  assert.deepEqual(await runTyped('specification', 'specification'), {
    state: 'accepted',
    text: 'Yes',
    startTime: '2027-03-12T18:00:00+00:00',
    title: 'Another title',
    progress: 0.75,
    startDate: '2027-03-12',
  });
});

test('the client generated from Decidim 0.32 runs its operations', async () => {
  const { state, startTime, title } = (await runTyped('decidim', 'decidim-0.32')) as Record<string, string>;
  assert.deepEqual([state, startTime, title], ['accepted', '2027-03-12T18:00:00+00:00', 'Another title']);
});
