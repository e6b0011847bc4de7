import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type File, Instrumenter } from '@stryker-mutator/instrumenter';
import { type Plugin, build } from 'esbuild';
import type * as server from './server.ts';

/** One small change to the source of the server. */
export interface SourceMutant {
  /** The number that switches the mutant on; it holds for one bundle. */
  id: string;
  /** The path of the file below the root of the repository. */
  file: string;
  /** The first line of the changed code, from 1. */
  line: number;
  /** The whole first line, without the spaces around it. */
  text: string;
  /** The kind of change, such as `ConditionalExpression`. */
  mutator: string;
  /** The changed code; the first line of longer code. */
  original: string;
  replacement: string;
  /** Distinguishes the mutant from all others of the same sources. */
  key: string;
}

/** The server with all of its mutants: a script that contains the code of each one, and switches it on by its number. */
export interface MutatedServer {
  code: string;
  mutants: SourceMutant[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const entryPoint = fileURLToPath(new URL('server.ts', import.meta.url));
const noop = (): void => {};
const isDisabled = (): boolean => false;
const logger = {
  isTraceEnabled: isDisabled,
  isDebugEnabled: isDisabled,
  isInfoEnabled: isDisabled,
  isWarnEnabled: isDisabled,
  isErrorEnabled: isDisabled,
  isFatalEnabled: isDisabled,
  trace: noop,
  debug: noop,
  info: noop,
  warn: noop,
  error: noop,
  fatal: noop,
};

/** Bundles the server and its mutants. Every file of `src` that a server loads is mutated. */
export async function instrumentServer(): Promise<MutatedServer> {
  const sources = new Map<string, string>();
  await bundle((file) => {
    const content = readFileSync(file, 'utf8');
    if (relative(root, file).startsWith('src/')) sources.set(file, content);
    return content;
  });
  const files: File[] = [...sources]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, content]) => ({ name, content, mutate: true }));
  const { files: instrumented, mutants } = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  const contents = new Map(instrumented.map(({ name, content }) => [name, content]));
  const code = await bundle((file) => contents.get(file) ?? readFileSync(file, 'utf8'));
  return {
    code,
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName: mutator, replacement }) => {
      const lines = sources.get(fileName)!.split('\n');
      const line = lines[start.line]!;
      const file = relative(root, fileName);
      const original = line.slice(start.column, start.line === end.line ? end.column : undefined);
      const place = `${start.line + 1}:${start.column + 1}-${end.line + 1}:${end.column + 1}`;
      const key = `${file}:${place} ${mutator} ${replacement}`;
      return { id, file, line: start.line + 1, text: line.trim(), mutator, original, replacement, key };
    }),
  };
}

async function bundle(read: (file: string) => string): Promise<string> {
  const typescript: Plugin = {
    name: 'typescript',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        // A bundle has one URL, but the files find their data beside themselves.
        contents: read(path)
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll(
            "import.meta.resolve('plenum/package.json')",
            JSON.stringify(pathToFileURL(join(root, 'package.json')).href),
          ),
        loader: 'ts',
      })),
  };
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    write: false,
    supported: { 'dynamic-import': false },
    plugins: [typescript],
  });
  return outputFiles[0]!.text;
}

/** Returns a function that loads the server anew, without anything that an earlier one has cached. */
export function serverLoader(code: string): () => typeof server {
  const script = new Script(`(function (module, exports, require) {${code}\n})`, { filename: 'mutated-server.cjs' });
  const require = createRequire(import.meta.url);
  return () => {
    const module = { exports: {} };
    const run = script.runInThisContext() as (...args: unknown[]) => void;
    run(module, module.exports, require);
    return module.exports as typeof server;
  };
}
