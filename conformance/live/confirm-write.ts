import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Case } from '../../src/cases/case.ts';
import type { Target } from '../../src/client/target.ts';
import { isLoopbackUrl } from '../../src/client/http.ts';

export interface WriteConfirmation {
  /** Host or host name of the target, confirmed by the user. */
  confirmedHost?: string;
  /** Receives an estimate of what the run writes. */
  onNotice: (text: string) => void;
}

/** Throws a CommandError unless the target is on this machine or the user confirmed its host. */
export function assertWriteConfirmed(
  target: Target,
  cases: Case[],
  { confirmedHost, onNotice }: WriteConfirmation,
): void {
  const { host, hostname } = new URL(target.url);
  if (isLoopbackUrl(target.url)) return;
  const meetings = cases.filter(({ id }) => /^(create|update)-meeting|^document/.test(id)).length;
  const answers = cases.filter(({ id }) => id.startsWith('answer/')).length;
  onNotice(
    `This run writes to ${host}: about ${meetings} meetings, ${answers} answers to proposals, and results if the API can create them.`,
  );
  if (confirmedHost === host || confirmedHost === hostname) return;
  throw new CommandError(
    `writing to ${host} must be confirmed with --confirm ${hostname}; --mode validate writes nothing`,
    exitCodes.usage,
  );
}
