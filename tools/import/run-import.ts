import { openDeployment } from '../../src/targets/open-target.ts';
import { createRedactor } from '../../src/client/redactor.ts';
import { defaultDecidimDialect } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { formatImportReport } from './import-report.ts';
import { type ImportOptions, type ImportedWorld, importWorld } from './import-world.ts';
import { ResponseFile } from './response-file.ts';
import { InterruptedError, Source, type SourceOptions } from './source.ts';

export interface RunOptions
  extends
    Pick<ImportOptions, 'spaces' | 'keepNames' | 'onProgress'>,
    Pick<SourceOptions, 'signal' | 'onWait' | 'firstWaitMs'> {
  url: string;
  /** Where responses are kept until the import is finished. */
  stateFile: string;
  /** The variable with the token; anonymous if omitted. */
  tokenVariable?: string | undefined;
  environment: NodeJS.ProcessEnv;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  timeoutMs: number;
  /** How long it reads; without a limit if omitted. */
  maxMinutes?: number;
}

/** A finished import: the state file is still there until `removeState`. */
export interface FinishedImport {
  world: ImportedWorld;
  /** The requests that were sent. */
  sent: number;
  /** What was read and what was not, as text. */
  report: string;
  removeState(): void;
}

/** An import that was interrupted, with the number of responses in its state file. */
export interface InterruptedImport {
  interruptedAfter: number;
  stateFile: string;
}

/** Imports from a URL, and goes on where an earlier run with the same options was interrupted. */
export async function runImport(options: RunOptions): Promise<FinishedImport | InterruptedImport> {
  const { url, stateFile, tokenVariable, environment, requestIntervalMs, timeoutMs, spaces, keepNames } = options;
  const env = tokenVariable ?? '';
  if (tokenVariable !== undefined && !environment[tokenVariable])
    throw new CommandError(`--token-env ${tokenVariable}: the variable is not set`, exitCodes.usage);
  const target = await openDeployment(
    {
      url,
      dialect: defaultDecidimDialect,
      actors: tokenVariable === undefined ? {} : { admin: { token: { env } } },
      placeholders: {},
    },
    { environment, timeoutMs, requestIntervalMs, signal: options.signal },
  );
  const responses = new ResponseFile(stateFile, { url, tokenVariable });
  const actor = tokenVariable === undefined ? 'anonymous' : 'admin';
  const endsAt = Date.now() + 60_000 * (options.maxMinutes ?? Infinity);
  const source = new Source({ ...options, target, actor, responses, endsAt });
  try {
    const world = await importWorld({ ...options, source, spaces, keepNames });
    const report = createRedactor(() => target.secrets())(formatImportReport(options, world));
    return { world, sent: source.sent, report, removeState: () => responses.remove() };
  } catch (error) {
    // One response says only that the server is there.
    if (responses.size <= 1) responses.remove();
    if (error instanceof InterruptedError) return { interruptedAfter: responses.size, stateFile };
    throw error;
  } finally {
    await target.close();
  }
}
