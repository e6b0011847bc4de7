import { admin } from './admin.ts';
import { documents } from './documents.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import type { Torture } from './torture.ts';

/** Every attack by its name. */
export const attacks: Record<string, Torture> = { kills, 'full-disk': fullDisk, documents, admin };
