import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes } from './api-urls.ts';

test('by default, the API is that of the page itself and of loopback addresses, and of no third party', () => {
  const { urlOf } = createRoutes(undefined, 'https://town.example/proposals');
  for (const [url, isAnswered] of [
    ['https://town.example/api', true],
    ['https://town.example/rails/active_storage/1', true],
    ['http://localhost:3000/api/sign_in', true],
    ['http://127.0.0.1/api?x=1', true],
    ['http://[::1]:4000/api', true],
    ['https://maps.example/api/tiles', false],
    ['https://town.example.evil.example/api', false],
    ['https://localhost.example/api', false],
    ['https://maps.example/rails/1', false],
  ] as const)
    assert.equal(urlOf(url) !== undefined, isAnswered, url);
});
