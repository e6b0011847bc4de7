import type { Mutant } from './mutated-server.ts';
import { documentMutants } from './catalog/document-execution.ts';
import { unpersistedFieldMutants } from './catalog/unpersisted-fields.ts';
import { checkOrderMutants } from './catalog/check-order.ts';
import { httpMutants } from './catalog/http-protocol.ts';
import { oauthMutants } from './catalog/oauth.ts';
import { queryMutants } from './catalog/queries.ts';
import { recordLookupMutants } from './catalog/record-lookup.ts';
import { errorFormatMutants } from './catalog/error-format.ts';
import { authorizationMutants } from './catalog/authorization.ts';
import { typeMutants } from './catalog/input-and-output-types.ts';
import { responseFieldMutants } from './catalog/response-fields.ts';
import { persistenceMutants } from './catalog/persistence.ts';
import { localizedTextMutants } from './catalog/localized-texts.ts';
import { dateTimeMutants } from './catalog/dates-and-times.ts';
import { attributeValidationMutants } from './catalog/attribute-validation.ts';
import { storedValueMutants } from './catalog/stored-values.ts';

/** Every mutant that the conformance suite must kill. */
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
  ...oauthMutants,
];
