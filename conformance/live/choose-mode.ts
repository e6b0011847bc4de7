import type { Mode } from '../../src/client/target.ts';
import type { Target } from '../../src/client/target.ts';
import { isLoopbackUrl } from '../../src/client/http.ts';
import { standInIdentity } from '../../src/client/identify.ts';

/**
 * The mode of a run that names none: `write` on a target that can be reset, and on a server of this machine that says at `GET /`
 * that it is a stand-in; otherwise `validate`, because a deployment has records that people need.
 */
export async function chooseMode(target: Target, onNotice: (text: string) => void): Promise<Mode> {
  if (target.reset) return 'write';
  if (isLoopbackUrl(target.url) && standInIdentity(await target.readRoot())) return 'write';
  onNotice('Mode validate: this server is not a stand-in, so nothing is written to it. --mode write writes.');
  return 'validate';
}
