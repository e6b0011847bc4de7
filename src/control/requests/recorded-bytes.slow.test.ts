import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxRecordedBytes } from './recorded-bytes.ts';
import { Recording } from './recording.ts';
import { RecordingRing } from './recording-ring.ts';

/** A recording that takes about this many bytes. */
function createRecording(bytes: number): Recording {
  const recording = new Recording('POST', '/api', 0, 0);
  recording.request = { operationName: null, coordinates: [], variables: { text: 'x'.repeat(bytes / 2) } };
  return recording;
}

const idsOf = (ring: RecordingRing): (number | undefined)[] => Array.from(ring, ({ id }) => id);
const tenth = maxRecordedBytes / 10 - 2000;

test('the oldest recordings of all worlds make room for new ones', (t) => {
  const rings = [new RecordingRing(), new RecordingRing()];
  t.after(() => rings.forEach((ring) => ring.clear()));
  const [first, second] = rings as [RecordingRing, RecordingRing];
  for (let added = 0; added < 5; added++) rings.forEach((ring) => ring.add(createRecording(tenth)));
  assert.deepEqual(rings.map(idsOf), [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
  for (let added = 0; added < 3; added++) second.add(createRecording(tenth));
  assert.deepEqual(rings.map(idsOf), [
    [3, 4, 5],
    [2, 3, 4, 5, 6, 7, 8],
  ]);
  assert.equal(first.find(1), undefined);
  first.add(createRecording(tenth));
  assert.deepEqual(rings.map(idsOf), [
    [3, 4, 5, 6],
    [3, 4, 5, 6, 7, 8],
  ]);
});

test('cleared recordings, and those of a dropped world, do not count', (t) => {
  const rings = [new RecordingRing(), new RecordingRing(), new RecordingRing()];
  t.after(() => rings.forEach((ring) => ring.clear()));
  const [kept, cleared, dropped] = rings as [RecordingRing, RecordingRing, RecordingRing];
  kept.add(createRecording(tenth));
  for (let added = 0; added < 4; added++) cleared.add(createRecording(tenth));
  for (let added = 0; added < 4; added++) dropped.add(createRecording(tenth));
  cleared.clear();
  dropped.discount();
  for (let added = 0; added < 9; added++) kept.add(createRecording(tenth));
  assert.deepEqual(rings.map(idsOf), [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [], [1, 2, 3, 4]]);
});

test('many recordings without variables take room too', (t) => {
  const rings = Array.from({ length: 100 }, () => new RecordingRing());
  t.after(() => rings.forEach((ring) => ring.clear()));
  for (const ring of rings) for (let added = 0; added < 1000; added++) ring.add(new Recording('POST', '/api', 0, 0));
  const count = rings.reduce((sum, ring) => sum + idsOf(ring).length, 0);
  assert.ok(count > 30_000 && count <= maxRecordedBytes / 1000, `${count}`);
  assert.deepEqual(idsOf(rings[0]!), []);
  assert.equal(idsOf(rings.at(-1)!).length, 1000);
});
