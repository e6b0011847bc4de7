import { clockOperations } from '../clock.ts';
import { faultOperations } from '../faults/faults.ts';
import { recordOperations } from '../records.ts';
import { requestOperations } from './requests.ts';
import { serverOperations } from './server.ts';
import { tokenOperations } from '../tokens.ts';
import { worldOperations } from './worlds.ts';

/** Every operation of the control API, by its id. */
export const operations = {
  ...serverOperations,
  ...worldOperations,
  ...recordOperations,
  ...tokenOperations,
  ...clockOperations,
  ...faultOperations,
  ...requestOperations,
};
