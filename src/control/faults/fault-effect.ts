import { oauthScopes } from '../../store/oauth-scopes.ts';
import { Type } from '../../store/schema-builder.ts';
import type { TokenEffect } from './token-effect.ts';
import {
  choice,
  constant,
  list,
  mapOf,
  natural,
  number,
  object,
  optional,
  positive,
  string,
  unknown,
} from '../admin/json-schema.ts';

/** How long a delay is, in milliseconds: fixed, between two numbers, or by a log-normal distribution. */
export type Delay = { ms: number } | { uniform: [number, number] } | { lognormal: { median: number; sigma: number } };

/** An HTTP response instead of that of the API. */
export interface StatusEffect {
  status: number;
  headers?: Record<string, string>;
  /** A text, or a value that is sent as JSON. By default that of the platform for 429 and 500, and empty for others. */
  body?: unknown;
  /** The seconds in the header `Retry-After`. */
  retryAfter?: number;
}

/** An effect on the response as a whole, or on its connection. No further field is executed before it. */
export type ResponseEffect = StatusEffect | { hang: true } | { reset: true } | { truncate: number };

/** What the client gets instead of the response or of the value of a field. */
export type Replacement =
  | { graphqlError: { message: string; code?: string } }
  | { nullField: true }
  | { value: unknown }
  | TokenEffect
  | ResponseEffect;

/** How slow a response is. */
export interface Slowness {
  /** How long the response is delayed. */
  delay?: Delay;
  /** How many kilobits of the body are sent in a second. */
  bandwidth?: number;
}

/** What a fault does: a replacement, a slow response, or both. */
export type FaultEffect = (Replacement & Slowness) | ({ delay: Delay } & Slowness) | ({ bandwidth: number } & Slowness);

/** The longest delay, in milliseconds. */
export const maxDelayMs = 3_600_000;

const isTrue = constant(true);
const milliseconds = { ...number, minimum: 0, maximum: maxDelayMs };
const atMostBillion = { ...natural, maximum: 1_000_000_000 };

/** The effects of which a fault has one at most, by the member that names them. */
export const replacementSchemas = {
  graphqlError: object({ message: string, code: optional(string) }),
  nullField: isTrue,
  value: unknown,
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  hang: isTrue,
  reset: isTrue,
  truncate: atMostBillion,
  expiredToken: isTrue,
  revokedToken: isTrue,
  scopes: list(choice(...oauthScopes), { uniqueItems: true }),
};

/** The effects that a fault can have besides. */
export const slownessSchemas = {
  delay: object(
    {
      ms: optional(milliseconds),
      uniform: optional(list(milliseconds, { minItems: 2, maxItems: 2 })),
      lognormal: optional(object({ median: milliseconds, sigma: { ...number, minimum: 0, maximum: 10 } })),
    },
    { minProperties: 1, maxProperties: 1 },
  ),
  bandwidth: { ...positive, maximum: 10_000_000, description: 'kilobits of the body in a second' },
};

/** The schema of an effect, apart from which of its members go together. */
export const effectSchema = Type.Unsafe<FaultEffect>({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...replacementSchemas,
    ...slownessSchemas,
    headers: mapOf(string),
    body: unknown,
    retryAfter: atMostBillion,
  },
});
