import type { PullOptions } from '../../conformance/schema/pull.ts';
import { escapeLine, formatJson } from '../client/format-text.ts';
import type { Terminal } from './terminal.ts';
import { assertNewFile, writeNewFiles } from './new-file.ts';

/** Pulls the schema of a deployment into a new file, with its source beside it; without a file, prints it. */
export async function runSchemaPull(
  options: Pick<PullOptions, 'url' | 'tokenVariable' | 'timeoutMs' | 'requestIntervalMs'>,
  out: string | undefined,
  { environment, print, printError, progress, signal }: Terminal,
): Promise<number> {
  const { describeReleases, pullSchema, schemaHeader } = await import('../../conformance/schema/pull.ts');
  const files = out === undefined ? [] : [out, `${out}.json`];
  for (const file of files) assertNewFile(file);
  const { sdl, source } = await pullSchema({
    ...options,
    environment,
    signal,
    onRequest: (sent) => progress(`${sent} requests`),
    onWait: (_, waitMs) => printError(`waiting ${Math.ceil(waitMs / 1000)} seconds, as the server asks`),
  }).finally(() => progress(''));
  const text = `${schemaHeader(source)}\n${sdl}\n`;
  if (out === undefined) {
    print(text.trimEnd());
    return 0;
  }
  writeNewFiles([
    [`${out}.json`, `${formatJson(source, 2)}\n`],
    [out, text],
  ]);
  const { types, requests, releases } = source;
  print(escapeLine(`${out}: the schema of ${source.host}, ${describeReleases(source)}, ${types} types`));
  print(`${requests} requests. Next: plenum serve --schema ${out} --dialect ${releases.at(-1) ?? 'decidim-0.32'}`);
  return 0;
}
