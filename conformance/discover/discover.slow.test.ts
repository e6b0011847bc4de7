import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { dialectsWith } from '../../test/support/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { otherWorldTokens, startOtherWorld } from '../../test/support/other-world.ts';
import { readAllBytes, startProxy } from '../../test/support/upstream-server.ts';
import { runConformance } from '../index.ts';
import { discover } from './discover.ts';

// A proxied stand-in is asked like a deployment, at a polite rate, unless one is given.
const options = { environment: otherWorldTokens as NodeJS.ProcessEnv, timeoutMs: 20_000, requestIntervalMs: 0 };

const actorEntry = (name: string, id: string, administrator: boolean) => ({
  token: { env: `PLENUM_${name.toUpperCase()}_TOKEN` },
  id,
  name: `Robot ${id}`,
  administrator,
});

// Releases without mutations of meetings are in release.test.ts.
for (const dialect of dialectsWith('MeetingsMutation.createMeeting')) {
  test(`${dialect}: finds what another world shows, without a mutation`, async (t) => {
    const { url, requests } = await startOtherWorld(t, dialect);
    const { file, missing } = await discover({ ...options, url });
    assert.deepEqual(file, {
      url,
      dialect,
      locales: { default: 'ca', others: ['es'] },
      placeholders: {
        process: 'pla-de-barri',
        proposals: 801,
        proposal: 1201,
        otherProposal: 1202,
        proposalsWithCosts: 801,
        proposalWithCosts: 1201,
        meetings: 802,
        meeting: 2301,
        accountability: 803,
        result: 3401,
        status: 91,
        unpublished: 804,
        restricted: 805,
        restrictedProcess: 'taula-tancada',
        rootTaxonomy: 401,
        taxonomy: 402,
        unknownId: 987_654_321,
      },
      mayChange: [],
      actors: {
        admin: actorEntry('admin', '51', true),
        member: actorEntry('member', '52', false),
        other: actorEntry('other', '53', false),
      },
    });
    assert.ok(missing.some((each) => each.startsWith('meetingsOff (')));
    assert.ok(requests.length > 10);
    for (const request of requests) assert.doesNotMatch(request, /mutation/);
  });
}

// A test below reads, and others write in the town.
test('specification: answers with the target file that was found have no difference', async (t) => {
  const { url } = await startOtherWorld(t, 'specification');
  const { file } = await discover({ ...options, url });
  const target = join(createTemporaryFolder(t), 'target.json');
  writeFileSync(target, JSON.stringify({ ...file, mayChange: ['proposal', 'proposalWithCosts'] }));
  const ledgerFile = `${target}.ledger`;
  const { results } = await runConformance({ ...options, target, only: 'answer/', mode: 'write', ledgerFile });
  const failed = results.filter(({ outcome, waiver }) => outcome === 'failed' && !waiver);
  assert.deepEqual(
    failed.map((each) => [each.id, each.reason, each.exchanges.at(-1)?.differences]),
    [],
  );
  assert.ok(
    results.filter(({ outcome }) => outcome === 'passed').length > 60,
    String(results.filter(({ outcome }) => outcome === 'passed').length),
  );
});

for (const { name, isAnonymous, family } of Object.values(suiteDialects))
  for (const environment of [otherWorldTokens, {}] as NodeJS.ProcessEnv[]) {
    const hasTokens = Object.keys(environment).length > 0;
    test(`${name} is discovered ${hasTokens ? 'with tokens' : 'without a token'}, and how is said`, async (t) => {
      const server = await startOtherWorld(t, name);
      const url = `${await startProxy(t, server.url)}/api`;
      const { file, found } = await discover({ ...options, environment, url });
      assert.equal(file.dialect, name);
      assert.deepEqual(Object.keys(file.actors ?? {}), hasTokens && !isAnonymous ? ['admin', 'member', 'other'] : []);
      const { proposals, proposal, meeting, result, status } = file.placeholders!;
      assert.deepEqual([proposals, proposal, meeting, result, status], [801, 1201, 2301, 3401, 91]);
      const evidence = family === 'decidim' ? 'validation knows' : 'a GET request';
      assert.ok(found[0]!.startsWith(`dialect ${name}: ${evidence}`), found[0]);
      for (const request of server.requests) assert.doesNotMatch(request, /mutation/);
    });
  }

/** Shows processes as assemblies, which the stand-in does not have, and the reverse. */
const swap = (text: string) =>
  text.replace(/\b(assemblies|participatoryProcesses)\b/g, (name) =>
    name === 'assemblies' ? 'participatoryProcesses' : 'assemblies',
  );

test('finds components in assemblies if there are no processes', async (t) => {
  const standIn = await startOtherWorld(t, 'decidim-0.32');
  const url = await startProxy(t, standIn.url, swap);
  const { file } = await discover({ ...options, dialect: 'decidim-0.32', url: `${url}/api` });
  const { proposals, meetings, unpublished, restricted, process, restrictedProcess } = file.placeholders!;
  assert.deepEqual([proposals, meetings, unpublished, restricted], [801, 802, 804, 805]);
  assert.deepEqual([process, restrictedProcess], [undefined, undefined]);
});

test('cases pass however many records there are', async (t) => {
  const { url } = await startOtherWorld(t, 'specification', (world) => {
    const [meeting] = world.meetings;
    world.meetings = Array.from({ length: 120 }, (_, index) => ({ ...meeting!, id: 2301 + index }));
  });
  const { file } = await discover({ ...options, url });
  assert.equal(file.placeholders!['manyMeetings'], 802);
  const target = join(createTemporaryFolder(t), 'target.json');
  writeFileSync(target, JSON.stringify(file));
  for (const only of ['document/', 'read/', 'create-meeting/refused']) {
    const { results } = await runConformance({ ...options, target, only, ledgerFile: `${target}.ledger` });
    const notPassed = results.filter(({ outcome }) => outcome === 'failed');
    assert.deepEqual(
      notPassed.map((each) => [each.id, each.exchanges.at(-1)?.differences]),
      [],
    );
  }
});

test('cases that need a second locale could not run in an organization with one', async (t) => {
  const { url } = await startOtherWorld(t, 'specification', (world) => {
    const inCatalan = JSON.parse(JSON.stringify(world), (key, value: unknown) => (key === 'es' ? undefined : value));
    Object.assign(world, inCatalan);
    world.organization[0]!.locales = ['ca'];
  });
  const { file, missing } = await discover({ ...options, url });
  assert.deepEqual(file.locales, { default: 'ca' });
  assert.ok(missing.some((each) => each.startsWith('locales.others: ')));
  const target = join(createTemporaryFolder(t), 'target.json');
  writeFileSync(target, JSON.stringify(file));
  const { results } = await runConformance({
    ...options,
    target,
    only: 'create-meeting/locale-',
    ledgerFile: `${target}.ledger`,
  });
  const outcomes = Object.fromEntries(results.map((each) => [each.id, each.reason ?? each.outcome]));
  assert.equal(outcomes['create-meeting/locale-other'], 'the target has no value for the placeholder otherLocale');
  assert.equal(outcomes['create-meeting/locale-left-out'], 'passed');
});

test('names what it could not find, with one actor', async (t) => {
  const { url } = await startOtherWorld(t, 'specification', (world) => {
    world.meetings = [];
  });
  const environment = { PLENUM_MEMBER_TOKEN: 'vila-u-token' };
  const { file, missing } = await discover({ ...options, environment, url });
  assert.equal(file.actors!.member!.id, '52');
  const names = missing.map((each) => each.split(/[: ]/)[0]);
  for (const name of ['admin', 'other', 'timeZone', 'meeting', 'unpublished', 'draftProposal'])
    assert.ok(names.includes(name), `${name} in ${names.join(', ')}`);
});

test('uses the dialect that it is told', async (t) => {
  const { url } = await startOtherWorld(t, 'decidim-0.32');
  await assert.rejects(
    discover({ ...options, url, dialect: 'decidim-9' }),
    isCommandError(2, 'unknown dialect decidim-9'),
  );
  const { file } = await discover({ ...options, url, dialect: 'decidim-0.32' });
  assert.equal(file.dialect, 'decidim-0.32');
});

test('an error does not contain a token that the server sends', async (t) => {
  const { url } = await startOtherWorld(t, 'decidim-0.32');
  const environment = { ...otherWorldTokens, PLENUM_OTHER_TOKEN: 'decidim-0.32 is no secret' };
  await assert.rejects(
    discover({ ...options, environment, url }),
    (error: Error) => isCommandError(4, 'PLENUM_OTHER_TOKEN')(error) && !error.message.includes('is no secret'),
  );
});

const [member, person] = [52, 60];

for (const dialect of ['decidim-0.31', 'decidim-0.32'])
  test(`${dialect}: a proposal with a decision that is not published, or of an API user, is not chosen`, async (t) => {
    const { url } = await startOtherWorld(t, dialect, (world) => {
      const [first] = world.proposals;
      const more = (id: number, fields: object) => ({ ...first!, id, ...fields });
      world.proposals = [
        more(1200, { authorIds: [member] }),
        more(1201, { state: 'accepted', isAnswerUnpublished: true, answer: { ca: 'Sí' } }),
        more(1202, { authorIds: [person] }),
      ];
    });
    const { file } = await discover({ ...options, url });
    assert.deepEqual([file.placeholders!['proposal'], file.placeholders!['otherProposal']], [1202, undefined]);
  });

test('where only administrators may introspect, they are found also if nothing is hidden', async (t) => {
  const { url } = await startOtherWorld(t, 'decidim-0.32', (world) => {
    world.processes[1]!.restricted = false;
    world.components = world.components.filter(({ id }) => id !== 804);
  });
  const { actors } = (await discover({ ...options, url })).file;
  assert.deepEqual(
    Object.values(actors!).map(({ administrator }) => administrator),
    [true, false, false],
  );
});

test('a restricted process that others see too is not said to be hidden', async (t) => {
  const { url } = await startOtherWorld(t, 'decidim-0.32', (world) => {
    world.processes[1]!.restricted = false;
  });
  const { missing } = await discover({ ...options, url });
  const reason = missing.find((each) => each.startsWith('restrictedProcess ('));
  assert.match(reason!, /none is there that `admin` sees and everybody else does not$/);
});

test('a response that comes too late costs what it would have shown, and not the rest', async (t) => {
  const { url } = await startOtherWorld(t, 'decidim-0.32');
  const slow = createServer(async (incoming, outgoing) => {
    const body = String(await readAllBytes(incoming));
    if (body.includes('taxonomies {')) return;
    const { authorization = '', 'content-type': type = 'text/plain' } = incoming.headers;
    const headers = { authorization, 'content-type': type };
    const sent = { method: incoming.method!, headers, ...(body !== '' && { body }) };
    const response = await fetch(new URL(incoming.url!, url), sent);
    outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  t.after(() => slow.close().closeAllConnections());
  const { port } = slow.address() as AddressInfo;
  const { file, missing } = await discover({ ...options, timeoutMs: 300, url: `http://127.0.0.1:${port}/api` });
  const { proposal, rootTaxonomy, taxonomy } = file.placeholders!;
  assert.deepEqual([proposal, rootTaxonomy, taxonomy], [1201, undefined, undefined]);
  assert.match(missing.join('\n'), /^\d+ requests had no response in time/m);
});
