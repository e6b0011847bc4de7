/** A value that the reader gives for an effect. */
interface Input {
  /** The member of the rule, which problems name. */
  member: string;
  label: string;
  initial: string;
  isNumber?: boolean;
}

interface EffectChoice {
  name: string;
  inputs: Input[];
  /** The effect for the values of its inputs, in their order. */
  build(...values: unknown[]): object;
}

const number = (member: string, label: string, initial: string): Input => ({ member, label, initial, isNumber: true });
const retryAfter = number('effect.retryAfter', 'Retry-After, in seconds', '30');
const waiting = (status: number) => (seconds: unknown) => ({ status, ...(seconds !== '' && { retryAfter: seconds }) });

/** The effects that the form offers. */
export const effects: Record<string, EffectChoice> = {
  unavailable: { name: 'Unavailable (status 503)', inputs: [retryAfter], build: waiting(503) },
  tooMany: { name: 'Too many requests (status 429)', inputs: [retryAfter], build: waiting(429) },
  status: {
    name: 'Another status',
    inputs: [number('effect.status', 'Status', '500'), { member: 'effect.body', label: 'Body', initial: '' }],
    build: (status, body) => ({ status, ...(body !== '' && { body }) }),
  },
  slow: {
    name: 'Slow response',
    inputs: [number('effect.delay.ms', 'Delay, in milliseconds', '2000')],
    build: (ms) => ({ delay: { ms } }),
  },
  error: {
    name: 'Error in the result',
    inputs: [
      { member: 'effect.graphqlError.message', label: 'Message', initial: 'Busy' },
      { member: 'effect.graphqlError.code', label: 'Code', initial: 'BUSY' },
    ],
    build: (message, code) => ({ graphqlError: { message, ...(code !== '' && { code }) } }),
  },
  nullField: { name: 'Null (at a field)', inputs: [], build: () => ({ nullField: true }) },
  lost: { name: 'Lost connection', inputs: [], build: () => ({ reset: true }) },
  hang: { name: 'No response', inputs: [], build: () => ({ hang: true }) },
  truncate: {
    name: 'Response that ends early',
    inputs: [number('effect.truncate', 'After how many bytes', '20')],
    build: (bytes) => ({ truncate: bytes }),
  },
  expired: { name: 'Expired token', inputs: [], build: () => ({ expiredToken: true }) },
};

/** The value of an input. A text that is not a number stays a text, which the server refuses. */
export const readInput = ({ isNumber }: Pick<Input, 'isNumber'>, text: string): unknown =>
  isNumber && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
