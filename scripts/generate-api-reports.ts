import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor';
import { isMain } from '../src/is-main.ts';
import { bundleDeclarations } from './bundle-package.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};
const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : [basename(entry.types, '.d.ts')],
);
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  skipLibCheck: true,
};

/** What the entries of the package declare, read from the declarations in dist/: a report for each, by its path in the repository. */
export function generateApiReports(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-api-'));
  try {
    const configs = entries.map((entry) => configOf(entry, folder));
    // One compilation for all.
    const compilerState = CompilerState.create(configs[0]!, { additionalEntryPoints: entries.map(declarationsOf) });
    for (const config of configs) {
      const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: silence, compilerState });
      if (!succeeded) throw new Error(`${config.mainEntryPointFilePath}: the report of the API could not be made`);
    }
    return Object.fromEntries(
      entries.map((entry) => [
        `test/package/api/${entry}.api.md`,
        readFileSync(join(folder, `${entry}.api.md`), 'utf8'),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const declarationsOf = (entry: string): string => join(root, `dist/${entry}.d.ts`);

function configOf(entry: string, folder: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(root, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarationsOf(entry),
      compiler: { overrideTsconfig: { compilerOptions, files: [declarationsOf(entry)] } },
      apiReport: {
        enabled: true,
        reportFileName: `${entry}.api.md`,
        reportFolder: folder,
        reportTempFolder: join(folder, 'temporary'),
        // Many types are made from tables that are not exported. Adapters for test runners use those of `plenum`, which its report has.
        includeForgottenExports: entry === 'index' || entry === 'conformance',
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
      newlineKind: 'lf',
    },
  });
}

/** Hides that each report is new, which it is in a new folder. */
function silence(message: ExtractorMessage): void {
  message.handled = message.logLevel !== 'error';
}

// `npm run codegen` runs this file; a test of the group `package` fails if its output differs from the committed files.
if (isMain(import.meta.url)) {
  mkdirSync(join(root, 'test/package/api'), { recursive: true });
  await bundleDeclarations();
  for (const [file, text] of Object.entries(generateApiReports())) writeFileSync(join(root, file), text);
}
