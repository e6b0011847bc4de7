import type { TargetRequest, TargetResponse } from './http-message.ts';
import { isJsonObject } from './json-value.ts';
import { NoResponseError } from './target.ts';

/** What a stand-in says of itself at `GET /`. */
export interface StandInIdentity {
  name: 'plenum';
  world?: unknown;
  dialect?: unknown;
}

/** Sends `GET /` to the server of an endpoint; undefined if there is no response. */
export async function readRoot(
  send: (request: TargetRequest) => Promise<TargetResponse>,
): Promise<TargetResponse | undefined> {
  try {
    return await send({ method: 'GET', headers: {} });
  } catch (error) {
    if (error instanceof NoResponseError) return undefined;
    throw error;
  }
}

/** What a response to `GET /` says of a stand-in; undefined if the server is none. */
export const standInIdentity = (root: TargetResponse | undefined): StandInIdentity | undefined =>
  isJsonObject(root?.json) && root.json['name'] === 'plenum' ? { ...root.json, name: 'plenum' } : undefined;
