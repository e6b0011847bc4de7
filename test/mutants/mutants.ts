import { attributeMutants } from './catalog/attributes.ts';
import { authorizationMutants } from './catalog/authorization.ts';
import { checkOrderMutants } from './catalog/check-order.ts';
import { documentMutants } from './catalog/document-execution.ts';
import { errorFormatMutants } from './catalog/error-format.ts';
import { httpMutants } from './catalog/http-protocol.ts';
import { typeMutants } from './catalog/input-and-output-types.ts';
import { oauthMutants } from './catalog/oauth.ts';
import { platformMutants } from './catalog/platform.ts';
import { recordLookupMutants } from './catalog/record-lookup.ts';
import { storedValueMutants } from './catalog/stored-values.ts';
import type { Mutant } from './mutated-server.ts';

/** Every mutant that the conformance suite must kill. */
export const mutants: Mutant[] = [
  ...authorizationMutants,
  ...checkOrderMutants,
  ...errorFormatMutants,
  ...attributeMutants,
  ...storedValueMutants,
  ...recordLookupMutants,
  ...documentMutants,
  ...typeMutants,
  ...httpMutants,
  ...oauthMutants,
  ...platformMutants,
];
