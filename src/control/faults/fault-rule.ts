import { type Match, matchSchema } from '../matching.ts';

/** How long a delay is, in milliseconds: fixed, between two numbers, or by a log-normal distribution. */
export type Delay = { ms: number } | { uniform: [number, number] } | { lognormal: { median: number; sigma: number } };

/** An HTTP response instead of that of the API. */
export interface StatusEffect {
  status: number;
  headers?: Record<string, string>;
  /** A text, or a value that is sent as JSON; empty by default. */
  body?: unknown;
  /** The seconds in the header `Retry-After`. */
  retryAfter?: number;
}

/** An effect on the response as a whole, or on its connection. No further field is executed before it. */
export type ResponseEffect = StatusEffect | { hang: true } | { reset: true } | { truncate: number };

/** What a fault does. */
export type FaultEffect =
  | { graphqlError: { message: string; code?: string } }
  | { nullField: true }
  | { delay: Delay }
  | { expiredToken: true }
  | ResponseEffect;

/** Whether a fault applies before the field or request is executed, or when it was executed and its writes are stored. */
export type Phase = 'before' | 'after';

/** When a fault applies, and what it does then. */
export interface FaultRule {
  match: Match;
  effect: FaultEffect;
  /** How many times the fault applies; if omitted, there is no limit. */
  times?: number;
  /** How many matches the fault lets pass before it applies. */
  after: number;
  /** The probability with which the fault applies to a match, from 0 to 1. */
  probability: number;
  /** The seed of everything random: the same seed gives the same sequence. */
  seed: number;
  phase: Phase;
}

/** A rule whose other members have their defaults: every request, always, from the first match. */
export type NewFault = Partial<FaultRule> & Pick<FaultRule, 'effect'>;

/** A fault of an instance. */
export interface Fault extends FaultRule {
  id: string;
  /** How many times it has applied. */
  applied: number;
}

/** The longest delay, in milliseconds. */
export const maxDelayMs = 3_600_000;
/** The highest seed. */
export const maxSeed = 2 ** 32 - 1;

const isTrue = { const: true };
const milliseconds = { type: 'number', minimum: 0, maximum: maxDelayMs };
const closedObject = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

/** The effects by the member that names them. The other members belong to `status`. */
export const effectSchemas = {
  graphqlError: closedObject({ message: { type: 'string' }, code: { type: 'string' } }, ['message']),
  nullField: isTrue,
  status: { type: 'integer', minimum: 200, maximum: 599 },
  delay: {
    ...closedObject(
      {
        ms: milliseconds,
        uniform: { type: 'array', items: milliseconds, minItems: 2, maxItems: 2 },
        lognormal: closedObject({ median: milliseconds, sigma: { type: 'number', minimum: 0, maximum: 10 } }),
      },
      [],
    ),
    minProperties: 1,
    maxProperties: 1,
  },
  hang: isTrue,
  reset: isTrue,
  truncate: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
  expiredToken: isTrue,
};

/** The JSON Schema of a rule. */
export const faultRuleSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['effect'],
  properties: {
    match: matchSchema,
    effect: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...effectSchemas,
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: {},
        retryAfter: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
      },
    },
    times: { type: 'integer', minimum: 1 },
    after: { type: 'integer', minimum: 0 },
    probability: { type: 'number', minimum: 0, maximum: 1 },
    seed: { type: 'integer', minimum: 0, maximum: maxSeed },
    phase: { enum: ['before', 'after'] },
  },
};
