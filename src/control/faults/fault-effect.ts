import { Type } from '../../records/schema-builder.ts';
import { constant, mapOf, natural, number, object, optional, string, unknown } from '../admin/json-schema.ts';

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
export type ResponseEffect = StatusEffect | { hang: true } | { reset: true };

/** What the client gets instead of the response or of the value of a field. */
export type Replacement =
  { graphqlError: { message: string; code?: string } } | { nullField: true } | { value: unknown } | ResponseEffect;

/** How long a response is delayed, in milliseconds. */
export interface Delay {
  ms: number;
}

/** What a fault does: a replacement, a delay, or both. */
export type FaultEffect = (Replacement & { delay?: Delay }) | { delay: Delay };

/** The longest delay, in milliseconds. */
const maxDelayMs = 3_600_000;

const isTrue = constant(true);

/** The effects of which a fault has one at most, by the member that names them. */
export const replacementSchemas = {
  graphqlError: object({ message: string, code: optional(string) }),
  nullField: isTrue,
  value: unknown,
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  hang: isTrue,
  reset: isTrue,
};

/** The effect that a fault can have besides. */
const delaySchema = object({ ms: { ...number, minimum: 0, maximum: maxDelayMs } });

/** The schema of an effect, apart from which of its members go together. */
export const effectSchema = Type.Unsafe<FaultEffect>({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...replacementSchemas,
    delay: delaySchema,
    headers: mapOf(string),
    body: unknown,
    retryAfter: { ...natural, maximum: 1_000_000_000 },
  },
});
