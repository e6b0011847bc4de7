import type { Recording } from './recording.ts';

/** How many bytes the recordings of all worlds of a process take together, as estimated; the oldest go. */
export const maxRecordedBytes = 32_000_000;

// The objects of a recording and of its exchange, and their places in ring and count.
const baseBytes = 1000;
const bytesPerCharacter = 2;
const bytesPerValue = 64;

interface Counted {
  bytes: number;
  /** Removes the recording from its ring. */
  remove: () => void;
}

/** The recordings of all worlds, oldest first. */
const counted = new Map<Recording, Counted>();
let totalBytes = 0;

/** Counts a recording from now on. `remove` is called when it must make room. */
export function countBytes(recording: Recording, remove: () => void): void {
  counted.set(recording, { bytes: 0, remove });
  recountBytes(recording);
}

/** Counts a recording again, because it takes more or less than before. */
export function recountBytes(recording: Recording): void {
  const entry = counted.get(recording);
  if (!entry) return;
  const bytes = bytesOf(recording);
  totalBytes += bytes - entry.bytes;
  entry.bytes = bytes;
  for (const [oldest, { remove }] of counted) {
    if (totalBytes <= maxRecordedBytes) return;
    discountBytes(oldest);
    remove();
  }
}

/** Counts a recording no longer. */
export function discountBytes(recording: Recording): void {
  totalBytes -= counted.get(recording)?.bytes ?? 0;
  counted.delete(recording);
}

function bytesOf({ path, request, requestLength, errorCodes, errorMessages, exchange }: Recording): number {
  const ofRequest = typeof request === 'function' ? bytesPerCharacter * requestLength : bytesOfValue(request);
  const ofErrors = bytesOfValue(errorCodes) + bytesOfValue(errorMessages);
  return baseBytes + bytesOfValue(path) + ofRequest + ofErrors + bytesOfValue(exchange);
}

function bytesOfValue(value: unknown): number {
  if (typeof value === 'string') return bytesPerCharacter * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  for (const [name, member] of Object.entries(value))
    bytes += bytesPerValue + bytesPerCharacter * name.length + bytesOfValue(member);
  return bytes;
}
