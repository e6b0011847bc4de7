import { isJsonObject } from '../model/json-value.ts';
import { NoResponseError } from '../model/target.ts';
import { sendHttp } from './http.ts';

/** What a stand-in says of itself at `GET /`. */
export interface StandInIdentity {
  name: 'plenum';
  world?: unknown;
  dialect?: unknown;
}

/** Asks the server of an endpoint whether it is a stand-in; undefined if it is not. */
export async function identifyStandIn(url: string, timeoutMs: number): Promise<StandInIdentity | undefined> {
  try {
    const request = { method: 'GET', headers: { Accept: 'application/json' } };
    const { json } = await sendHttp(new URL('/', url).href, request, timeoutMs);
    return isJsonObject(json) && json['name'] === 'plenum' ? { ...json, name: 'plenum' } : undefined;
  } catch (error) {
    if (error instanceof NoResponseError) return undefined;
    throw error;
  }
}

/** Whether the server of an endpoint is a stand-in with the demo world. */
export const isDemoStandIn = async (url: string, timeoutMs: number): Promise<boolean> =>
  (await identifyStandIn(url, timeoutMs))?.world === 'demo';
