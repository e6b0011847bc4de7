import type { ClockRequest } from '../../control/admin/clock-schemas.ts';
import type { ClockSetting } from '../../server/clock.ts';
import type { Clock } from '../controls.ts';
import type { ControlClient } from './control-client.ts';

/** An ISO 8601 duration of some milliseconds. */
const durationOf = (ms: number): string => `${ms < 0 ? '-' : ''}PT${(Math.abs(ms) / 1000).toFixed(3)}S`;

/** The clock of a world of another process. Whatever is wrong with a setting, the server says. */
export class RemoteClock implements Clock {
  readonly #client: ControlClient;

  constructor(client: ControlClient) {
    this.#client = client;
  }

  get setting(): ClockSetting {
    const { mode, time, offset = 0 } = this.#client.sendAndWait('GET /__admin/clock');
    if (mode === 'fixed') return { mode, time: Date.parse(time) };
    return mode === 'offset' ? { mode, by: offset } : { mode };
  }

  set setting(setting: ClockSetting) {
    this.#client.sendAndWait('PUT /__admin/clock', { body: requestOf(setting) });
  }

  readonly now = (): number => Date.parse(this.#client.sendAndWait('GET /__admin/clock').time);

  advance(by: number): void {
    this.#client.sendAndWait('POST /__admin/clock/advance', { body: { by: durationOf(by) } });
  }
}

function requestOf(setting: ClockSetting): ClockRequest {
  if (setting.mode === 'offset') return { ...setting, by: durationOf(setting.by) };
  return setting.mode === 'fixed' ? { ...setting, time: new Date(setting.time).toISOString() } : setting;
}
