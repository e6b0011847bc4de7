import assert from 'node:assert/strict';
import test from 'node:test';
import { serverDialect as specification } from '../../dialects/specification.ts';
import { signInRequest } from '../../../test/support/cookie-server.ts';
import { decidimServerDialect as decidim } from '../../../test/support/dialects.ts';
import { assertHttpError, sendRawRequest } from '../../../test/support/raw-http.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import { createFailureLimit, maxFailuresPerMinute } from './sign-in.ts';

for (const [name, dialect] of Object.entries({ specification, decidim })) {
  test(`${name}: after 20 failures within a minute, sign-in with a key is refused`, async (t) => {
    const { url } = await startTestServer(t, { dialect });
    const signIn = (user: string, secret?: string) => sendRawRequest(url, signInRequest(user, secret));
    assert.equal((await signIn('member')).status, 200);
    for (let failure = 1; failure <= 20; failure += 1)
      assert.equal((await signIn('member', 'wrong')).status, 403, `failure ${failure}`);
    for (const secret of ['wrong', undefined]) {
      const response = await signIn('member', secret);
      assertHttpError(response, 429, /20 .* minute/);
      const seconds = Number(response.headers['retry-after']);
      assert.ok(Number.isInteger(seconds) && seconds > 50 && seconds <= 60, response.headers['retry-after']);
      assert.deepEqual([response.headers.authorization, response.headers['set-cookie']], [undefined, undefined]);
    }
    assert.equal((await signIn('other')).status, 200, 'other keys are not limited');
    assert.equal((await sendRawRequest(url, { path: '/api/sign_in', body: '{}' })).status, 403);
  });
}

test('the minute of a key begins with its first failure', () => {
  let now = 1000;
  const limit = createFailureLimit(() => now);
  const fail = (count: number) => {
    for (let failure = 0; failure < count; failure += 1) limit.countFailure('a');
  };
  fail(1);
  now += 59_000;
  fail(maxFailuresPerMinute - 2);
  assert.equal(limit.secondsToWait('a'), 0);
  fail(1);
  assert.equal(limit.secondsToWait('a'), 1);
  assert.equal(limit.secondsToWait('b'), 0);
  now += 999;
  assert.equal(limit.secondsToWait('a'), 1);
  now += 2;
  assert.equal(limit.secondsToWait('a'), 0);
  fail(maxFailuresPerMinute - 1);
  assert.equal(limit.secondsToWait('a'), 0, 'a new minute has begun');
  fail(1);
  assert.equal(limit.secondsToWait('a'), 60);
});

test('the number and size of the keys that it remembers are bounded', () => {
  const limit = createFailureLimit(() => 1);
  const fail = (key: string) => {
    for (let failure = 0; failure < maxFailuresPerMinute; failure += 1) limit.countFailure(key);
  };
  const longKey = 'a'.repeat(100_000);
  fail(longKey);
  assert.equal(limit.secondsToWait(longKey), 60);
  assert.equal(limit.secondsToWait(`${longKey}b`), 0);
  for (let key = 0; key < 10_000; key += 1) limit.countFailure(String(key));
  assert.equal(limit.secondsToWait(longKey), 0, 'the oldest key is forgotten');
});
