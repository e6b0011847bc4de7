import { classNameOf } from '../../dialects/decidim/record-types.ts';
import { parseRecordReference } from '../../records/kinds.ts';
import type { Kind, RecordReference } from '../../records/records.ts';
import { field, idArgument, on } from './query.ts';
import { ownerOf } from './record-reading.ts';
import { type Reader, UnreadableError, objectsIn } from './reader.ts';
import { commentFields, readComments } from './readings.ts';
import type { WorldBuilder } from './world-builder.ts';

/** Runs steps, which the report names if the import stops before they are finished. */
export type RunSteps = (steps: readonly (readonly [name: string, run: () => Promise<void>])[]) => Promise<void>;

/**
 * Reads the comments that the lists of records do not have: replies deeper than a query may ask for, and the comments on
 * records whose list the server refuses because a comment or its author was deleted.
 */
export async function readOpenThreads(reader: Reader, world: WorldBuilder, runSteps: RunSteps): Promise<void> {
  const read = new Set<RecordReference>();
  while (world.openThreads.size > 0) {
    const threads = [...world.openThreads].filter((reference) => !read.has(reference));
    for (const reference of threads) read.add(reference);
    world.openThreads.clear();
    await runSteps(
      threads.map((reference) => [`the comments on ${reference}`, () => readThread(reader, world, reference)]),
    );
  }
}

async function readThread(reader: Reader, world: WorldBuilder, reference: RecordReference) {
  const commentable = (kind: Kind, id: number) =>
    field('commentable', [], {
      ...idArgument(id),
      type: JSON.stringify(classNameOf(kind)),
      locale: JSON.stringify(world.locale),
      toggleTranslations: 'false',
    });
  const { kind, id: ownId } = parseRecordReference(reference);
  const place = [commentable(kind, ownId), field('comments', 'id')];
  const placeOf = (id: number) => [commentable('comments', id), on('Comment', [])];
  try {
    const data = await reader.readAll({ kind: 'comments', place, placeOf }, commentFields);
    readComments({ comments: objectsIn(data, place) }, world, ownerOf(kind, ownId));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    world.deletedComments.push(reference);
    reader.miss('comments', undefined, 'one on the same record was deleted, so the server shows none');
  }
}
