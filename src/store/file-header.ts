import { crc32 } from 'node:zlib';
import type { Position } from './data-files.ts';
import { type LineReader, damagedFile, formatLine } from './lines.ts';
import { kindNames, kinds } from './kinds.ts';

type FileType = 'snapshot' | 'journal';

/** The first line of a snapshot or journal: the position at which it begins. */
export interface FileHeader extends Position {
  /** Whether the records follow the schemas of this version, so that they need not be validated. */
  isCurrent: boolean;
}

const formatVersion = 2;
/** Tells whether records follow the schemas of this version. */
export const schemaChecksum = crc32(JSON.stringify(kindNames.map((kind) => [kind, kinds[kind].schema])));

/** Formats the first line of a file. */
export const formatHeader = (type: FileType, { seq, checksum }: Position): { text: string; checksum: number } =>
  formatLine(JSON.stringify({ type, version: formatVersion, schema: schemaChecksum, seq, checksum }), 0);

/** Reads the first line of a file. Throws a CommandError if it is not one of this version. */
export function readHeader(reader: LineReader, type: FileType): FileHeader {
  const header = reader.next() as { type?: string; version?: number; schema: number } & Position;
  if (header?.type !== type || header.version !== formatVersion)
    throw damagedFile(reader.place, `must be the first line of a ${type} of version ${formatVersion}`);
  const { seq, checksum, schema } = header;
  return { seq, checksum, isCurrent: schema === schemaChecksum };
}
