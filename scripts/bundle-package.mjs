import { execSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { transform } from 'esbuild';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { dts } from 'rolldown-plugin-dts';
import { licensesOf } from './licenses.mjs';
import { bundleAjv, bundleWorldValidators } from './late-libraries.mjs';

/**
 * The entries of the package: their names in dist/, and their modules.
 * @type {Record<string, string>}
 */
const entries = {
  plenum: 'src/cli/main',
  index: 'src/index',
  conformance: 'conformance/index',
  vitest: 'src/testing/vitest',
  'vitest-global-setup': 'src/testing/vitest-global-setup',
  msw: 'src/testing/msw',
  playwright: 'src/testing/playwright',
  'node-test': 'src/testing/node-test',
};

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
// Declarations refer to graphql, and another library needs this version of the other one.
const {
  graphql: _,
  '@graphql-tools/utils': __,
  ...loadedLibraries
} = {
  ...dependencies,
  ...peerDependencies,
  plenum: '',
};
/** Whether a module is loaded from its own package. Chunks contain the libraries that only development depends on. */
const isExternal = (/** @type {string} */ id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/') in loadedLibraries;
const isLibrary = /^(?![./\0]|[A-Za-z]:|#)/;

/**
 * The chunks that entries share, and the modules that each is made for. A chunk has what these import, except what is in a chunk before
 * it. So a chunk imports only chunks before it, and a command loads only what it uses.
 * @type {[name: string, modules: RegExp][]}
 */
const chunks = [
  ['client', /^src\/index\.ts$/],
  ['server', /^src\/stand-in\/stand-in\.ts$/],
  ['decidim', /^src\/dialects\/decidim\/server\.ts$/],
  ['command-line', /^src\/cli\/main\.ts$/],
  ['releases', /^src\/dialects\//],
  ['control', /^src\/control\//],
  ['postgres', /^src\/store\/postgres\//],
  ['worlds', /^src\/(generate|stand-in|store)\//],
  ['cases', /^src\/cases\//],
  ['conformance-suite', /^conformance\/index\.ts$/],
  ['reports', /^conformance\/reports\//],
  ['schema-changes', /^tools\/schema\//],
  ['documents', /^conformance\/documents\//],
  ['contracts', /^conformance\/(contracts|upgrade)\//],
  ['live', /^conformance\/(?!survey\/)/],
  ['survey', /^conformance\/survey\//],
  ['diff', /^tools\/diff\//],
  ['shadow', /^tools\/shadow\//],
  ['fidelity', /^tools\/fidelity\//],
  ['import', /^tools\/import\//],
  ['mcp', /^src\/cli\/mcp\//],
];

/** @param {string} id */
const pathOf = (id) => relative(process.cwd(), id).replaceAll('\\', '/');

/**
 * The chunks of modules, by their ids.
 * @param {import('rolldown').ModuleInfo[]} modules
 */
function assignChunks(modules) {
  const infos = new Map(modules.map((module) => [module.id, module]));
  const roots = modules.filter(({ isEntry, dynamicImporters }) => isEntry || dynamicImporters.length > 0);
  /** @type {Map<string, string>} */
  const assigned = new Map();
  /** @type {(id: string, chunk: string) => void} */
  const assign = (id, chunk) => {
    const module = infos.get(id);
    if (!module || assigned.has(id)) return;
    assigned.set(id, chunk);
    for (const imported of module.importedIds) assign(imported, chunk);
  };
  for (const [chunk, pattern] of chunks)
    for (const { id, isEntry, importedIds } of roots.filter((root) => pattern.test(pathOf(root.id))))
      // An entry is not in a chunk: loading it for something else would run it.
      for (const each of isEntry ? importedIds : [id]) assign(each, chunk);
  return assigned;
}

/**
 * A module knows files beside it by its own URL: it keeps that of its source, which has the same place in dist/.
 * @type {import('rolldown').Plugin}
 */
const originalUrls = {
  name: 'original-urls',
  transform(code, id) {
    const path = pathOf(id);
    if (path.startsWith('node_modules') || !code.includes('import.meta.url')) return null;
    const url = `new URL(${JSON.stringify(path.replace(/\.ts$/, '.js'))}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', url);
  },
};

/**
 * Modules of which the package has another text.
 * @type {Record<string, () => string | Promise<string>>}
 */
const replacedModules = {
  // Compiling the validators of a world takes longer than the rest of a start.
  'src/store/world-validators.ts': () => `
    import { createRequire } from 'node:module';
    import { ajvFormats } from './time.ts';
    let validators;
    const load = () => createRequire(import.meta.url)('../../world-validators.cjs')(ajvFormats);
    export const worldValidator = (kind) => (validators ??= load())[kind];`,
  'src/store/valid-worlds.ts': () => `
    import { nameOf } from './named-worlds.ts';
    export const isKnownToBeValid = (folder) => nameOf(folder) !== undefined;`,
  // The chunks contain graphql for production.
  'src/load-graphql.ts': () => '',
  'src/load-library.ts': () =>
    readFileSync('src/load-library.ts', 'utf8').replace("require('ajv')", "require('../ajv.cjs')"),
};

/** @type {import('rolldown').Plugin} */
const replacements = {
  name: 'replacements',
  // A part of graphql in CommonJS would bring a second copy of it, which does not know the types of the other one.
  resolveId: (id) => (/^graphql\/.+\.js$/.test(id) ? resolve('node_modules', id.replace(/js$/, 'mjs')) : null),
  load(id) {
    if (pathOf(id).endsWith('mime-db/db.json'))
      return { code: typesOfFiles(readFileSync(id, 'utf8')), moduleType: 'js' };
    return replacedModules[pathOf(id)]?.();
  },
};

/** The module of the media types: without those that no file has, and as a text, which is faster to read than an object. */
function typesOfFiles(/** @type {string} */ json) {
  /** @type {Record<string, { extensions?: string[], charset?: string }>} */
  const types = JSON.parse(json);
  const used = Object.entries(types).filter(([, { extensions, charset }]) => extensions ?? charset);
  return `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(used)))});`;
}

/** @type {import('rolldown').Plugin} */
const smallLibraries = {
  name: 'small-libraries',
  async transform(code, id) {
    if (!/node_modules.*js$/.test(pathOf(id))) return null;
    return (await transform(code, { minify: true, legalComments: 'none' })).code;
  },
};

/** Writes the modules of the package to dist/, and the licenses of the libraries that they contain. */
export async function bundleModules() {
  /** @type {Map<string, string>} */
  let assigned = new Map();
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, `${path}.ts`])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // jsonc-parser finds its own modules only in this form.
    resolve: {
      mainFields: ['module', 'main'],
      alias: {
        // Libraries that need different versions of these share one.
        'mime-db': resolve('node_modules/mime-db'),
        'mime-types': resolve('node_modules/mime-types'),
      },
    },
    external: isExternal,
    transform: { target: 'node20.19', define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      originalUrls,
      replacements,
      smallLibraries,
      {
        name: 'assign-chunks',
        buildEnd() {
          const modules = [...this.getModuleIds()].map((id) => this.getModuleInfo(id));
          assigned = assignChunks(modules.filter((module) => module !== null));
        },
      },
    ],
    checks: { eval: false, ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => assigned.get(id), debugName: 'chunks' }],
    },
  });
  const generated = output.filter((each) => each.type === 'chunk');
  const inlined = new Map(generated.flatMap(inlinedImport));
  for (const { fileName, code } of generated.filter((each) => !inlined.has(each.fileName))) {
    const text = code.replaceAll(/\bimport\("\.\/([\w-]+\.js)"\)/g, (call, file) => inlined.get(file) ?? call);
    // The names of functions and classes stay, so that a stack says where a bug is; lines are short, because node prints that of an error.
    const keepNames = { function: true, class: true };
    const { code: small } = minifySync(fileName, text, {
      module: true,
      compress: { target: 'node20.19', keepNames },
      mangle: { toplevel: true, keepNames },
    });
    const minified = await transform(small, {
      minifyWhitespace: true,
      minifySyntax: true,
      lineLimit: 500,
      legalComments: 'none',
    });
    writeFileSync(`dist/${fileName}`, minified.code);
  }
  const libraries = [
    ...generated.flatMap(({ modules }) => Object.keys(modules)).map(pathOf),
    ...(await bundleAjv('dist/ajv.cjs')),
    ...(await bundleWorldValidators('dist/world-validators.cjs')),
  ];
  writeFileSync('dist/licenses.txt', licensesOf(libraries));
}

/**
 * For each module that is imported when it is used, there is a file that only exports what a chunk has. Returns its name, and the import
 * of the chunk that stands for it.
 * @param {import('rolldown').OutputChunk} chunk
 * @returns {[file: string, code: string][]}
 */
function inlinedImport({ fileName, isDynamicEntry, isEntry, code }) {
  const [, names, from] = /^export \{ ([^}]+) \} from "([^"]+)";\s*$/.exec(code) ?? [];
  if (!isDynamicEntry || isEntry || !names) return [];
  const members = names.split(', ').map((each) => {
    const [local, name = local] = each.split(' as ');
    return `${name}: chunk.${local}`;
  });
  return [[fileName, `import("${from}").then((chunk) => ({ ${members.join(', ')} }))`]];
}

/** Writes the declarations of the entries to dist/. */
export async function bundleDeclarations() {
  const folder = 'dist/declarations';
  execSync('npx tsc --project tsconfig.build.json', { stdio: 'inherit' });
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries)
        // Nobody imports the command.
        .filter(([name]) => name !== 'plenum')
        .map(([name, path]) => [name, `${folder}/${path}.d.ts`]),
    ),
    external: isLibrary,
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })],
  });
  await bundle.write({ dir: 'dist', chunkFileNames: '[name].d.ts' });
  rmSync(folder, { recursive: true });
}
