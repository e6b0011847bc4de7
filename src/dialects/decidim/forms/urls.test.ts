import assert from 'node:assert/strict';
import test from 'node:test';
import { isHttpUrl, parseUri } from './validations.ts';

// Texts parsed by Ruby's URI: the host of an http URL, '' for another URI, undefined for an invalid URI.
const rows: [string, string | undefined][] = [
  ['http://x', 'x'],
  ['HTTP://X', 'X'],
  ['https://WWW.youtube.com/x', 'WWW.youtube.com'],
  ['http://a/b?c d', 'a'],
  ['http://a/?q=[x]', 'a'],
  ['http://a:', 'a'],
  ['http://a:999999', 'a'],
  ['http://u:p@h/', 'h'],
  ['http://[::1]/', '[::1]'],
  ['http://a_b.c', 'a_b.c'],
  ['http://a,b', 'a,b'],
  ["http://a/'", 'a'],
  ['http://a/%20', 'a'],
  ['http:x', ''],
  ['http://', ''],
  ['http:///x', ''],
  ['http://u@/', ''],
  ['ftp://x', ''],
  ['javascript:alert(1)', ''],
  ['nope', ''],
  ['/x', ''],
  ['http://a b', undefined],
  ['http://a/b c', undefined],
  ['http://a/b#c d', undefined],
  ['http://ü.org', undefined],
  ['http://a/?ü', undefined],
  ['http://a:x', undefined],
  ['http://a/%zz', undefined],
  ['http://a/[x]', undefined],
  ['http://a/|', undefined],
  ['http://a?x#y#z', undefined],
  ['http://a@b@c/', undefined],
  [' http://x', undefined],
  ['1http://a', undefined],
];
for (const [text, host] of rows) {
  test(`${JSON.stringify(text)} is ${host ? 'an http URL' : host === '' ? 'another URI' : 'not a URI'}`, () => {
    assert.equal(isHttpUrl(text), Boolean(host));
    if (host === undefined) assert.equal(parseUri(text), undefined);
    else assert.ok(parseUri(text));
    if (host) assert.equal(parseUri(text)!.host, host);
  });
}
