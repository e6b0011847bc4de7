import assert from 'node:assert/strict';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { readOperation, startServer } from '../../../test/support/test-server.ts';
import { StorageError } from '../../errors.ts';

const read = '{ component(id: 1) { ... on Proposals { proposal(id: 1) { state } } } }';
const storageError = { errors: [{ message: 'The records could not be written to the disk. Nothing was changed.' }] };

/** Starts a server with a data folder, whose writes fail while `disk.isBroken`. */
async function start(t: TestContext, dialect: string) {
  const disk = { isBroken: false };
  const errors: Error[] = [];
  const server = await startServer({
    dialect,
    data: join(createTemporaryFolder(t), 'data'),
    onBug: (error) => errors.push(error),
  });
  t.after(() => server.close());
  const file = await open(import.meta.filename, 'r');
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const { write } = prototype;
  t.mock.method(prototype, 'write', async function (this: FileHandle, ...args: never[]) {
    if (!disk.isBroken) return Reflect.apply(write, this, args) as unknown;
    await setTimeout(20);
    throw Object.assign(new Error('EIO: on purpose'), { code: 'EIO' });
  });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer admin-token' };
  const send = async (query: string, variables: object = {}) => {
    const response = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const text = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), body: JSON.parse(text) };
  };
  const answer = (state: string) =>
    send(readOperation('answer'), { componentId: 1, proposalId: 1, input: { attributes: { state } } });
  const stateNow = async () => (await send(read)).body.data.component.proposal.state;
  return { disk, errors, send, answer, stateNow };
}

for (const dialect of ['specification', 'decidim-0.32']) {
  describe(`a disk that fails, ${dialect}`, () => {
    test('a write gets status 503, is not shown, and is reported', async (t) => {
      const { disk, errors, answer, stateNow } = await start(t, dialect);
      await answer('accepted');
      disk.isBroken = true;
      const responses = await Promise.all(['rejected', 'evaluating', 'rejected'].map(answer));
      disk.isBroken = false;
      for (const { status, type, body } of responses) {
        assert.equal(status, 503);
        assert.match(type!, /^application\/json/);
        assert.deepEqual(body, storageError);
      }
      assert.equal(await stateNow(), 'accepted');
      assert.ok(errors.length >= 1 && errors.every((error) => error instanceof StorageError), String(errors));
    });

    test('a request that read what could not be stored gets status 503 as well', async (t) => {
      const { disk, send, answer } = await start(t, dialect);
      await answer('accepted');
      disk.isBroken = true;
      const progress = { isAnswered: false };
      const write = answer('rejected').finally(() => (progress.isAnswered = true));
      // The store has the write until it fails, after 20 ms.
      const reads: Awaited<ReturnType<typeof send>>[] = [];
      while (!progress.isAnswered) reads.push(await send(read));
      assert.equal((await write).status, 503);
      for (const { status, body } of reads) {
        const expected = status === 503 ? storageError : { data: { component: { proposal: { state: 'accepted' } } } };
        assert.deepEqual(body, expected);
      }
      assert.ok(reads.some(({ status }) => status === 503));
    });

    test('writes resume without a restart when the disk works again', async (t) => {
      const { disk, answer, stateNow } = await start(t, dialect);
      disk.isBroken = true;
      for (const state of ['accepted', 'rejected']) assert.equal((await answer(state)).status, 503);
      disk.isBroken = false;
      const { status, body } = await answer('rejected');
      assert.deepEqual([status, body.errors], [200, undefined]);
      assert.equal(await stateNow(), 'rejected');
    });
  });
}
