import { valueAt } from '../model/json-value.ts';
import type { Mode } from '../model/report.ts';
import { NoResponseError, type Target } from '../model/target.ts';
import { isLoopbackUrl, sendHttp } from '../targets/http.ts';

/**
 * The mode of a run that names none: `write` on a target that can be reset, and on a server of this machine that says at `GET /`
 * that it is a stand-in; otherwise `validate`, because a deployment has records that people need.
 */
export async function chooseMode(target: Target, timeoutMs: number, onNotice: (text: string) => void): Promise<Mode> {
  if (target.reset) return 'write';
  if (isLoopbackUrl(target.url) && (await isStandIn(target.url, timeoutMs))) return 'write';
  onNotice('Mode validate: this server is not a stand-in, so nothing is written to it. --mode write writes.');
  return 'validate';
}

async function isStandIn(url: string, timeoutMs: number): Promise<boolean> {
  try {
    const { json } = await sendHttp(new URL('/', url).href, { method: 'GET', headers: {} }, timeoutMs);
    return valueAt(json, ['name']) === 'plenum';
  } catch (error) {
    if (error instanceof NoResponseError) return false;
    throw error;
  }
}
