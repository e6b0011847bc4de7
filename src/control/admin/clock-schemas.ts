import { type Schema, dateTime, eitherWay, forward, object } from './json-schema.ts';

/** The shapes of the operations on the clock. */
export const clockSchemas: Record<string, Schema> = {
  ClockSetting: {
    type: 'object',
    required: ['mode'],
    discriminator: { propertyName: 'mode' },
    oneOf: [
      object({ mode: { const: 'wall' } }, ['mode']),
      object({ mode: { const: 'offset' }, by: eitherWay }, ['mode', 'by']),
      object({ mode: { const: 'fixed' }, time: dateTime }, ['mode', 'time']),
    ],
  },
  Clock: object({ mode: { enum: ['wall', 'offset', 'fixed'] }, time: dateTime, by: eitherWay }, ['mode', 'time']),
  ClockAdvance: object({ by: forward }, ['by']),
};
