import { type Stats, accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';

/** Throws a CommandError unless this file or folder can be created, or exists and can be written. Creates nothing. */
export function assertWritable(path: string, kind: 'file' | 'folder'): void {
  const stats = statsOf(path);
  const reason = stats ? problemOf(stats, path, kind) : problemOfParent(path);
  if (reason !== undefined) throw new CommandError(`${path} cannot be written: ${reason}`, exitCodes.usage);
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function problemOf(stats: Stats, path: string, kind: 'file' | 'folder'): string | undefined {
  if (stats.isDirectory() !== (kind === 'folder')) return `${path} is not a ${kind}`;
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The problem of the nearest folder above a path that exists. */
function problemOfParent(path: string): string | undefined {
  const parent = dirname(path);
  const stats = statsOf(parent);
  return stats ? problemOf(stats, parent, 'folder') : problemOfParent(parent);
}
