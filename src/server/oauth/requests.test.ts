import assert from 'node:assert/strict';
import test from 'node:test';
import { addParameters } from './requests.ts';

const rows = [
  ['https://a.example/cb', 'https://a.example/cb?code=x'],
  ['https://a.example/cb?', 'https://a.example/cb?code=x'],
  ['https://a.example/cb?next=/b', 'https://a.example/cb?next=/b&code=x'],
  ['https://a.example/cb?next=/a?b=1', 'https://a.example/cb?next=/a?b=1&code=x'],
] as const;
for (const [address, expected] of rows)
  test(`a parameter comes after the whole query of ${address}`, () =>
    assert.equal(addParameters(address, { code: 'x', state: undefined }), expected));
