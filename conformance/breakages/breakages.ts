import type { Breakage } from './breakage.ts';
import { documents } from './documents.ts';
import { kept } from './kept.ts';
import { order } from './order.ts';
import { protocol } from './protocol.ts';
import { reads } from './reads.ts';
import { records } from './records.ts';
import { refusals } from './refusals.ts';
import { roles } from './roles.ts';
import { shapes } from './shapes.ts';
import { shown } from './shown.ts';
import { stored } from './stored.ts';
import { texts } from './texts.ts';
import { times } from './times.ts';
import { values } from './values.ts';
import { writes } from './writes.ts';

/** Every breakage that the suite must catch. */
export const breakages: Breakage[] = [
  ...roles,
  ...order,
  ...refusals,
  ...values,
  ...times,
  ...texts,
  ...stored,
  ...kept,
  ...writes,
  ...records,
  ...shown,
  ...reads,
  ...documents,
  ...shapes,
  ...protocol,
];
