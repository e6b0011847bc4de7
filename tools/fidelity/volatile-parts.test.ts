import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareWithRecording } from './compare.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import { mapMembers } from './normalize.ts';
import { volatileParts } from './volatile-parts.ts';
import type { RecordedResponse } from './recorded-exchange.ts';
import { readRecordings } from './recordings.ts';

const readFolder = (name: string) =>
  readRecordings(fileURLToPath(new URL(`../../fixtures/recordings/${name}`, import.meta.url)));
const recordings = readFolder('decidim-0.32.2');

/** Yields a copy of a value for each primitive in it, with that primitive changed, and the path of the change. */
function* changeEachPrimitive(value: unknown, path: string): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, member] of (value as unknown[]).entries())
      for (const [changedPath, changed] of changeEachPrimitive(member, `${path}.${index}`))
        yield [changedPath, value.with(index, changed)];
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value))
      for (const [changedPath, changed] of changeEachPrimitive(member, `${path}.${key}`))
        yield [changedPath, { ...value, [key]: changed }];
  } else {
    yield [path, typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value ?? ''}~`];
  }
}

test('detects every change of a recorded value, except on pages of records without a requested order', () => {
  const undetected = new Set<string>();
  let count = 0;
  for (const recorded of recordings.filter(({ selectRecordedPart }) => !selectRecordedPart)) {
    for (const [path, changed] of changeEachPrimitive(recorded.response, recorded.name)) {
      count += 1;
      if (compareWithRecording(recorded, changed as RecordedResponse).equal)
        undetected.add(path.replace(/^(\S+?)\.json.*(nodes|edges).*/, '$1 $2'));
    }
  }
  assert.ok(count > 4000, String(count));
  assert.deepEqual([...undetected].toSorted(), [
    'query/all-meetings nodes',
    'query/fragments nodes',
    'query/meetings-after edges',
    'query/meetings-list nodes',
  ]);
});

test('every volatile part occurs in the recordings', () => {
  const keys = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) collect(member);
    else if (isJsonObject(value)) mapMembers(value, (member, key) => collect(keys.add(key) && member));
  };
  for (const { response } of [...recordings, ...readFolder('decidim-0.32.2-town')]) collect(response);
  const unused = volatileParts.flatMap(({ names }) => names.filter((name) => !keys.has(name.split('.').at(-1)!)));
  assert.deepEqual(unused, []);
});
