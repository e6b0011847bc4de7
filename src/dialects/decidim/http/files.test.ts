import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get as getHttp } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { decidimServerDialect } from '../../../../test/support/dialects.ts';
import { createTemporaryFolder } from '../../../../test/support/folders.ts';
import { type TestServer, startTestServer } from '../../../../test/support/test-server.ts';
import { createMemoryStore } from '../../../../test/support/stores.ts';
import { meetingImagePath } from '../values/files.ts';

const town = fileURLToPath(new URL('../../../../fixtures/worlds/town', import.meta.url));
const filesFolder = join(town, 'files');
const readTownFile = (name: string): string => readFileSync(join(filesFolder, name), 'base64');
const pictures = { 'city.jpeg': 'a view of the town', 'city2.jpeg': 'another view', 'avatar.jpg': 'a person' };
const encoded = (name: keyof typeof pictures): string => Buffer.from(pictures[name]).toString('base64');

const startServer = (t: test.TestContext, world = town): Promise<TestServer> =>
  startTestServer(t, { dialect: decidimServerDialect, store: createMemoryStore(town), world });

/** Copies the records of the town without its files. */
function copyRecords(t: test.TestContext): string {
  const folder = createTemporaryFolder(t);
  cpSync(town, folder, { recursive: true, filter: (path) => path !== filesFolder });
  return folder;
}

/** Requests an address of a response, which can be a path. */
async function get({ url }: TestServer, address: string, method = 'GET') {
  const response = await fetch(new URL(address, url), { method, redirect: 'error' });
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { status, type: headers.get('content-type'), sniffing: headers.get('x-content-type-options'), headers, body };
}

/** Requests a path as it is; `fetch` would resolve its dots. */
const getStatus = ({ url }: TestServer, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    getHttp(new URL(url), { path }, (response) => resolve(response.resume().statusCode!)).on('error', reject);
  });

const document = `{
  participatoryProcess(id: 1) { heroImage attachments { id type contentType fileSize link url thumbnail } }
  a: user(id: 4) { avatarUrl badges { image } } b: user(id: 8) { avatarUrl }
}`;

/** The town, with a folder of files that has two pictures. */
function copyTownWithPictures(t: test.TestContext): string {
  const world = createTemporaryFolder(t);
  cpSync(town, world, { recursive: true });
  for (const [name, content] of Object.entries(pictures)) writeFileSync(join(world, 'files', name), content);
  return world;
}

test('files of records', async (t) => {
  const server = await startServer(t, copyTownWithPictures(t));
  const { data } = await server.send(document);
  const [picture, pdf, link] = data.participatoryProcess.attachments;

  await t.test('attachments tell their type and their size; a link has neither a file nor a thumbnail', () => {
    const { url, thumbnail, ...rest } = picture;
    assert.deepEqual(rest, { id: '2', type: 'jpeg', contentType: 'image/jpeg', fileSize: '107047', link: null });
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/rails\/active_storage\/disk\/[^/]+--[\da-f]{40}\/city\.jpeg$/);
    assert.match(thumbnail, /^\/rails\/active_storage\/representations\/redirect\/[^/]+\/[^/]+\/city\.jpeg$/);
    assert.equal(pdf.thumbnail, null);
    const map = 'https://map.example.org/riverton';
    assert.deepEqual(link, {
      id: '3',
      type: 'link',
      contentType: 'text/uri-list',
      fileSize: '0',
      link: map,
      url: map,
      thumbnail: null,
    });
  });

  await t.test('their addresses lead to the files of the world', async () => {
    for (const address of [picture.url, picture.thumbnail]) {
      const { status, type, sniffing, body } = await get(server, address);
      assert.deepEqual([status, type, sniffing, body], [200, 'image/jpeg', 'nosniff', encoded('city.jpeg')]);
    }
    const { headers, body: pdfBody } = await get(server, pdf.url);
    assert.equal(pdfBody, readTownFile('Exampledocument.pdf'));
    assert.equal(headers.get('content-security-policy'), null);
    assert.equal((await get(server, data.participatoryProcess.heroImage)).type, 'image/jpeg');
    assert.equal((await get(server, data.a.avatarUrl)).body, encoded('avatar.jpg'));
    const head = await get(server, picture.url, 'HEAD');
    assert.deepEqual([head.status, head.type, head.body], [200, 'image/jpeg', '']);
  });

  await t.test('people without an avatar, badges, and meetings as authors have a picture', async () => {
    assert.match(data.b.avatarUrl, /^\/\/127\.0\.0\.1:\d+\/decidim-packs\/media\/images\/default-avatar-\w{20}\.svg$/);
    for (const address of [data.b.avatarUrl, data.a.badges[0].image, meetingImagePath]) {
      const { status, type, sniffing, headers } = await get(server, address);
      assert.deepEqual([status, type, sniffing], [200, 'image/svg+xml', 'nosniff']);
      assert.match(headers.get('content-security-policy')!, /^default-src 'none'.*sandbox$/);
    }
  });

  await t.test('a file of a restricted space has a path of its own', async () => {
    const restricted = await server.send('{ participatoryProcess(id: 2) { attachments { url } } }', {}, 'admin');
    const [{ url }] = restricted.data.participatoryProcess.attachments;
    assert.match(url, /^\/private_downloads\/[^/]+--[\da-f]{40}$/);
    assert.equal((await get(server, url)).type, 'application/pdf');
  });

  await t.test('refuses other methods, changed addresses and paths out of the folder', async () => {
    assert.equal((await get(server, picture.url, 'POST')).status, 404);
    const path = new URL(picture.url).pathname;
    const message = Buffer.from('{"_rails":{"data":"users/4/avatar","pur":"blob_key"}}').toString('base64url');
    const paths = [
      path.replace(/--\w/, '--g'),
      path.replace(/disk\/[^-]+/, `disk/${message}`),
      path.replace(/disk\/.*/, 'disk/..%2f..%2fpackage.json'),
      path.replace(/disk\/.*/, 'disk/../../../organization.json'),
      '/decidim-packs/media/images/..%2f..%2fpackage.json',
      '/rails/active_storage/disk/',
    ];
    for (const each of paths) assert.equal(await getStatus(server, each), 404, each);
  });
});

test('a picture that the folder does not have is one of the package; another file is not found', async (t) => {
  const world = copyRecords(t);
  mkdirSync(join(world, 'files', 'city.jpeg'), { recursive: true });
  const server = await startServer(t, world);
  const { store } = server;
  const above = { name: '..', contentType: 'text/plain', bytes: 6 };
  store.update((transaction) => {
    transaction.update('attachments', 1, { file: { ...above, name: 'missing.txt' } });
    return transaction.update('users', 4, { avatar: { ...above, contentType: 'image/png' } });
  });
  const { data } = await server.send(document);
  const [picture, text] = data.participatoryProcess.attachments;
  for (const address of [picture.url, data.a.avatarUrl, data.participatoryProcess.heroImage])
    assert.deepEqual((await get(server, address)).type, 'image/svg+xml');
  assert.equal((await get(server, text.url)).status, 404);
});

test('a missing picture is that of a place, a document or a person', async (t) => {
  const server = await startServer(t);
  const fields = '{ a: participatoryProcess(id: 1) { heroImage attachments { url } } b: user(id: 4) { avatarUrl } }';
  const { data } = await server.send(fields);
  const pictureUrl = data.a.attachments.find(({ url }: { url: string }) => url.endsWith('city.jpeg')).url;
  const addresses = [data.a.heroImage, pictureUrl, data.b.avatarUrl];
  const found = await Promise.all(addresses.map((address) => get(server, address)));
  assert.ok(found.every(({ status, type }) => status === 200 && type === 'image/svg+xml'));
  assert.equal(new Set(found.map(({ body }) => body)).size, 3);
  for (const [index, address] of addresses.entries())
    assert.equal((await get(server, address)).body, found[index]!.body);
  const texts = found.map(({ body }) => Buffer.from(body, 'base64').toString());
  // A card has room for its picture before it is loaded.
  assert.match(texts[0]!, /^<svg [^>]*width="960" height="640"/);
  assert.match(texts[2]!, /^<svg [^>]*width="400" height="400"/);
});

test('a server without a folder of files reads none from its working folder', async (t) => {
  const server = await startServer(t, copyRecords(t));
  server.store.update((transaction) =>
    transaction.update('users', 4, { avatar: { name: 'package.json', contentType: 'image/png', bytes: 1 } }),
  );
  const { data } = await server.send(document);
  assert.equal((await get(server, data.a.avatarUrl)).type, 'image/svg+xml');
});
