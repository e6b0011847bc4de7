import type { Mutant } from './breakage.ts';
import { documentMutants } from './documents.ts';
import { unpersistedFieldMutants } from './kept.ts';
import { checkOrderMutants } from './order.ts';
import { httpMutants } from './protocol.ts';
import { queryMutants } from './reads.ts';
import { recordLookupMutants } from './records.ts';
import { errorFormatMutants } from './refusals.ts';
import { authorizationMutants } from './roles.ts';
import { typeMutants } from './shapes.ts';
import { responseFieldMutants } from './shown.ts';
import { persistenceMutants } from './stored.ts';
import { localizedTextMutants } from './texts.ts';
import { dateTimeMutants } from './times.ts';
import { attributeValidationMutants } from './values.ts';
import { storedValueMutants } from './writes.ts';

/** Every breakage that the suite must catch. */
export const mutants: Mutant[] = [
  ...authorizationMutants,
  ...checkOrderMutants,
  ...errorFormatMutants,
  ...attributeValidationMutants,
  ...dateTimeMutants,
  ...localizedTextMutants,
  ...persistenceMutants,
  ...unpersistedFieldMutants,
  ...storedValueMutants,
  ...recordLookupMutants,
  ...responseFieldMutants,
  ...queryMutants,
  ...documentMutants,
  ...typeMutants,
  ...httpMutants,
];
