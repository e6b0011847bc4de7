import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * What a command line says by these flags. What is wrong with it goes to `usage` in one sentence, which makes the error
 * that is thrown.
 */
export function parseFlags<T extends ParseArgsConfig>(
  config: T,
  usage: (message: string) => Error,
): ReturnType<typeof parseArgs<T & { strict: true }>> {
  try {
    return parseArgs({ ...config, strict: true as const });
  } catch (error) {
    throw usage((error as Error).message.split(/\. |\n/)[0]!);
  }
}
