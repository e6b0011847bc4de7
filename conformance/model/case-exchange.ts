import type { Actor } from '../../src/client/actor.ts';
import type { Difference, TargetRequest, TargetResponse } from '../../src/client/http-message.ts';
import type { ExpectedResponse } from '../../src/cases/case.ts';

/** One request of a case and its response. */
export interface Exchange {
  /** `step 1` and so on. */
  step: string;
  actor: Actor;
  request: TargetRequest;
  /** Undefined if the target did not respond. */
  response?: TargetResponse;
  expected: ExpectedResponse;
  differences: Difference[];
  /** Why the response proves only a part of what the case requires. */
  partialReason?: string;
}
