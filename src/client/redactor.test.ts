import assert from 'node:assert/strict';
import test from 'node:test';
import { createRedactor, redactValue } from './redactor.ts';

const redactorOf = (...secrets: string[]) =>
  createRedactor(() => secrets.map((secret, index) => ({ name: `<${index}>`, secret })));
const base64 = (text: string) => Buffer.from(text).toString('base64');

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.q0Zr7cPb2xU';
const redacted: [name: string, text: string, expected: string][] = [
  ['as it is', `a ${token} b`, 'a <0> b'],
  ['in other case', `a ${token.toUpperCase()} ${token.toLowerCase()} b`, 'a <0> <0> b'],
  ['12 characters of it', `a ${token.slice(0, 12)} b`, 'a <0> b'],
  ['30 characters of it', `a ${token.slice(0, 30)}… b`, 'a <0>… b'],
  ['8 characters of it at the end', `a ${token.slice(0, 8)}`, 'a <0>'],
  ['8 characters of it before an ellipsis', `a ${token.slice(0, 8)}…`, 'a <0>…'],
];
for (const [name, text, expected] of redacted)
  test(`replaces a secret ${name}`, () => assert.equal(redactorOf(token)(text), expected));

test('replaces a secret in base64, alone, cut and beside others', () => {
  const redact = redactorOf(token);
  for (const before of ['', 'k', 'ke', 'key:'])
    for (const text of [base64(before + token), base64(before + token).slice(0, 40)]) {
      const result = redact(text);
      assert.match(result, /<0>/);
      assert.ok(result.length <= before.length * 2 + 12, `${before}: ${result}`);
    }
});

test('replaces a secret that is escaped as in JSON and in URLs', () => {
  const secret = 'pass/"word"+ÿ 1234';
  for (const text of [
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
  ])
    assert.equal(redactorOf(secret)(`a ${text} b`), 'a <0> b');
});

test('names the secret that matches best if two begin alike', () => {
  const other = `${token.slice(0, 25)}XXXXXXXXXXXXXXXXXX`;
  const redact = redactorOf(token, other);
  assert.equal(redact(`${token} ${other} ${other.slice(0, 28)}`), '<0> <1> <1>');
});

test('knows secrets that are added later', () => {
  const secrets = [{ name: '<0>', secret: 'the-first-secret' }];
  const redact = createRedactor(() => secrets);
  assert.equal(redact('the-first-secret the-other-secret'), '<0> the-other-secret');
  secrets.push({ name: '<1>', secret: 'the-other-secret' });
  assert.equal(redact('the-first-secret the-other-secret'), '<0> <1>');
});

const ordinary = [
  'Only administrators can answer proposals; a member cannot.',
  'The admin token is in PLENUM_ADMIN_TOKEN; a member-only page, admin-toast, tokens and secrets.',
  '{"data":{"component":{"id":"12","members":[{"id":"1234"}]}}}',
  'YWJjZGVmZ2hpamtsbW5vcA== 6162636465666768696a6b6c 550e8400-e29b-41d4-a716-446655440000',
  'Bearer $PLENUM_MEMBER_TOKEN',
];
for (const secret of ['abc', 'member', 'token', 'data', '12', 'admin-token', 'member-token', 'Secret1'])
  test(`a short secret such as ${secret} is replaced as a whole word only`, () => {
    const redact = redactorOf(secret);
    for (const text of ordinary) {
      const whole = new RegExp(`(?<![A-Za-z0-9])${secret}(?![A-Za-z0-9])`, 'g');
      assert.equal(redact(text), text.replaceAll(whole, '<0>'));
    }
    for (const text of [secret, `"${secret}"`, String.raw`a\n${secret}\n`, `%20${secret}%20`, `:${secret},`])
      assert.ok(redact(text).includes('<0>'), text);
  });

test('does not change ordinary texts that begin like a secret', () => {
  const redact = redactorOf('member-secret-0123456789', token);
  for (const text of ['the member-sec retary', 'member-', 'eyJhbGciOiJ is no token', ...ordinary])
    assert.equal(redact(text), text);
});

test('a very long secret and a very long text take linear time', () => {
  const long = Array.from({ length: 16_000 }, (_, index) => String.fromCodePoint(97 + ((index * 7) % 26))).join('');
  const redact = redactorOf(long);
  const cost = (text: string) => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      redact(text);
      return process.cpuUsage(before).user;
    });
    return Math.min(...times) + 1000;
  };
  const text = long.slice(0, 11).repeat(2000);
  redact(text);
  assert.ok(cost(text.repeat(8)) / cost(text) < 30);
});

test('redacts names of members, and numbers only as a whole', () => {
  const secrets = [
    { name: 'TEXT', secret: 'the-first-secret' },
    { name: 'NUMBER', secret: '12345678' },
  ];
  const value = { 'the-first-secret': [12345678, 123456789, null, { a: 'x the-first-secret' }] };
  assert.deepEqual(
    redactValue<unknown>(
      value,
      createRedactor(() => secrets),
    ),
    { TEXT: ['NUMBER', 123456789, null, { a: 'x TEXT' }] },
  );
});
