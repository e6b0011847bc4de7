import { operation } from '../api/operation.ts';
import { advanceClock, clockAdvance, clockDescription, clockSetting, describeClock, setClock } from '../clock.ts';

export const clockOperations = {
  readClock: operation({
    endpoint: 'GET /__admin/clock',
    summary: 'Reads the clock.',
    response: clockDescription,
    run: ({ world }) => describeClock(world.clock),
  }),
  setClock: operation({
    endpoint: 'PUT /__admin/clock',
    summary: 'Sets the clock.',
    body: clockSetting,
    response: clockDescription,
    run({ world, body }) {
      setClock(world.clock, body);
      return describeClock(world.clock);
    },
  }),
  advanceClock: operation({
    endpoint: 'POST /__admin/clock/advance',
    summary: 'Moves the clock forward.',
    body: clockAdvance,
    response: clockDescription,
    run({ world, body: { by } }) {
      advanceClock(world.clock, by);
      return describeClock(world.clock);
    },
  }),
};
