import assert from 'node:assert/strict';
import test from 'node:test';
import { CommandError } from '../../errors.ts';
import { parseDatabaseUrl } from './address.ts';

const named: [url: string, name: string][] = [
  ['postgres://host/db', 'postgres://host/db, schema plenum'],
  ['postgres://me:secret@host/db?schema=town', 'postgres://me@host/db, schema town'],
  ['postgres://me:12%2F34%40%23%3F%25secret@host:5433/db', 'postgres://me@host:5433/db, schema plenum'],
  ['postgres://me:sec@ret@host/db', 'postgres://me@host/db, schema plenum'],
  ['postgres://me@host/db?password=sec@ret/secret', 'postgres://me@host/db, schema plenum'],
  ['postgres://host/db?user=me&password=secret&sslpassword=secret', 'postgres://host/db, schema plenum'],
  ['postgres:///db?host=/run/postgresql&password=secret', 'postgres:///run/postgresql/db, schema plenum'],
  ['postgresql://me:secret@[::1]:5432/db', 'postgres://me@[::1]:5432/db, schema plenum'],
];
for (const [url, name] of named)
  test(`the name of ${url} has no secret`, () => assert.equal(parseDatabaseUrl(url).name, name));

/** URLs whose password ends too early, so that its rest, or all of it, is read as something that messages name. */
const misread = [
  'postgres://me:12/secret@host/db',
  'postgres://me:12#secret@host/db',
  'postgres://me:12?secret@host/db',
  'postgres://me:12?secret=1@host/db',
  'postgres://me:secret/12@host/db',
  'postgres://me%3Asecret@host/db',
  'postgres:me:secret@host/db',
  'postgres:/me:secret@host/db',
  'postgres:///me:secret@host/db',
  'postgres://me:secret%ff@host/db',
];
for (const url of misread)
  test(`${url} is refused with a message that says what to encode`, () => {
    assert.throws(
      () => parseDatabaseUrl(url),
      (error: Error) => {
        assert.ok(error instanceof CommandError && error.exitCode === 2);
        assert.match(error.message, /^--store must be a URL such as postgres:\/\/user@host\/database\?schema=town/);
        assert.doesNotMatch(error.message, /secret|12|me:/);
        return true;
      },
    );
  });
