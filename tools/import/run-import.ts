import { openDeployment } from '../../src/targets/open-target.ts';
import { createRedactor } from '../../src/client/redactor.ts';
import { defaultDecidimDialect } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { formatImportReport } from './import-report.ts';
import { type ImportOptions, type ImportedWorld, importWorld } from './import-world.ts';
import { Source, type SourceOptions } from './source.ts';

export interface RunOptions
  extends
    Pick<ImportOptions, 'spaces' | 'keepNames' | 'onProgress'>,
    Pick<SourceOptions, 'signal' | 'onWait' | 'firstWaitMs'> {
  url: string;
  /** The variable with the token; anonymous if omitted. */
  tokenVariable?: string | undefined;
  environment: NodeJS.ProcessEnv;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  timeoutMs: number;
  /** How long it reads; without a limit if omitted. */
  maxMinutes?: number;
}

export interface FinishedImport {
  world: ImportedWorld;
  /** The requests that were sent. */
  sent: number;
  /** What was read and what was not, as text. */
  report: string;
}

/** Imports from a URL. */
export async function runImport(options: RunOptions): Promise<FinishedImport> {
  const { url, tokenVariable, environment, requestIntervalMs, timeoutMs, spaces, keepNames } = options;
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
  const actor = tokenVariable === undefined ? 'anonymous' : 'admin';
  const endsAt = Date.now() + 60_000 * (options.maxMinutes ?? Infinity);
  const source = new Source({ ...options, target, actor, endsAt });
  try {
    const world = await importWorld({ ...options, source, spaces, keepNames });
    const report = createRedactor(() => target.secrets())(formatImportReport(options, world));
    return { world, sent: source.sent, report };
  } finally {
    await target.close();
  }
}
