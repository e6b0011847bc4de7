import type { NewFault } from '../../../control/faults/rule.ts';

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
  /** The effect for the values of its inputs, in their order. Throws a SyntaxError if a text that must be JSON is not. */
  build(...values: unknown[]): object;
  /** Whether it is for fields only. */
  isOfField?: true;
}

const number = (member: string, label: string, initial: string): Input => ({ member, label, initial, isNumber: true });
const retryAfter = number('effect.retryAfter', 'Retry-After, in seconds', '30');
const waiting = (status: number) => (seconds: unknown) => ({ status, ...(seconds !== '' && { retryAfter: seconds }) });

type PresetName = NonNullable<NewFault['preset']>;

/** The presets by their names. */
export const presetNames: Record<PresetName, string> = {
  offline: 'No network',
  'slow-3g': 'Slow network (slow 3G)',
  'platform-429': 'Too many requests, as the platform says it (429)',
  'platform-500': 'Failure of the platform (500)',
  maintenance: 'Maintenance (503 with a page)',
};

/** The effects that the form offers. */
export const effects: Record<string, EffectChoice> = {
  unavailable: { name: 'Unavailable (status 503)', inputs: [retryAfter], build: waiting(503) },
  tooMany: { name: 'Too many requests (status 429)', inputs: [retryAfter], build: waiting(429) },
  status: {
    name: 'Another status',
    inputs: [number('effect.status', 'Status', '500'), { member: 'effect.body', label: 'Body', initial: '' }],
    build: (status, body) => ({ status, ...(body !== '' && { body }) }),
  },
  error: {
    name: 'Error in the result',
    inputs: [
      { member: 'effect.graphqlError.message', label: 'Message', initial: 'Busy' },
      { member: 'effect.graphqlError.code', label: 'Code', initial: 'BUSY' },
    ],
    build: (message, code) => ({ graphqlError: { message, ...(code !== '' && { code }) } }),
  },
  empty: { name: 'Empty list (at a field)', inputs: [], build: () => ({ value: [] }), isOfField: true },
  value: {
    name: 'Another value (at a field)',
    inputs: [{ member: 'effect.value', label: 'Value, as JSON', initial: '"Another text"' }],
    build: (text) => ({ value: JSON.parse(text as string) as unknown }),
    isOfField: true,
  },
  nullField: { name: 'Null (at a field)', inputs: [], build: () => ({ nullField: true }), isOfField: true },
  slow: { name: 'Slow response', inputs: [], build: () => ({}) },
  lost: { name: 'Lost connection', inputs: [], build: () => ({ reset: true }) },
  hang: { name: 'No response', inputs: [], build: () => ({ hang: true }) },
};

/** The value of an input. A text that is not a number stays a text, which the server refuses. */
export const readInput = ({ isNumber }: Pick<Input, 'isNumber'>, text: string): unknown =>
  isNumber && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
