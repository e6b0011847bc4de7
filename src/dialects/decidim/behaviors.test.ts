import assert from 'node:assert/strict';
import test from 'node:test';
import { releaseNumbers } from '../dialect-name.ts';
import { type PlatformBehavior, behaviorsOf, mergeMember } from './behaviors.ts';
import { currentRelease } from './releases.ts';
import { createDecidimServerDialect } from './server.ts';

const isAllowed = () => true;

test('behaviors add to those of a release and replace them by name, the later in the table last', () => {
  const table: Record<string, PlatformBehavior> = {
    first: {
      permissions: { 'MeetingMutation.update': () => false, 'MeetingMutation.close': isAllowed },
      behavior: { resultProgress: () => 1, maxPageSize: 7 },
    },
    second: { permissions: { 'MeetingMutation.update': isAllowed } },
  };
  const { permissions, behavior } = createDecidimServerDialect(currentRelease, table);
  assert.equal(permissions!['MeetingMutation.update'], isAllowed);
  assert.equal(permissions!['MeetingMutation.close'], isAllowed);
  assert.equal(typeof permissions!['MeetingMutation.withdraw'], 'function');
  assert.deepEqual([behavior.maxPageSize, behavior.resultProgress({} as never, {} as never)], [7, 1]);
});

test('a behavior that changes how documents are validated can change anything else too', () => {
  const found = behaviorsOf('0.32', {
    both: { execution: { repeatsAliasError: true }, http: { failsToSignOut: true } },
    other: { execution: { hidesPlaceOfNulls: true } },
  });
  assert.deepEqual(mergeMember(found, 'execution'), { repeatsAliasError: true, hidesPlaceOfNulls: true });
  assert.deepEqual(mergeMember(found, 'http'), { failsToSignOut: true });
});

for (const [range, expected] of [
  [{ since: '0.31' }, ['0.31', '0.32', 'develop']],
  [{ until: '0.30' }, ['0.29', '0.30']],
  [{ since: '0.30', until: '0.31' }, ['0.30', '0.31']],
  [{}, releaseNumbers],
] as const)
  test(`a behavior ${JSON.stringify(range)} is one of ${expected.join(', ')}`, () => {
    assert.deepEqual(
      releaseNumbers.filter((number) => behaviorsOf(number, { it: range }).length > 0),
      expected,
    );
  });
