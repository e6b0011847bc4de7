import { type GeneratedCounts, generatedKinds } from '../../worlds/generate/generate-records.ts';
import { join } from 'node:path';
import { dialectWithSchema, isDialectName, loadServerDialect } from '../../dialects/dialects.ts';
import { describeNames } from '../../did-you-mean.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { importOptional } from '../../import-optional.ts';
import { flag, list, oneOf, text, wholeNumber } from '../../option.ts';
import { describeDefault, describeType } from '../../records/fields.ts';
import { type WorldKind, kinds, worldKinds } from '../../records/kinds.ts';
import { dialectFoldersOf } from '../../records/named-worlds.ts';
import { type WorldProblem, formatWorldProblem } from '../../records/validate.ts';
import { loadWorld } from '../../records/world.ts';
import { assertWritableWorld, importReportFile, writeWorld } from '../../records/write-world.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { describeAddress } from '../../store/database-url.ts';
import { Store } from '../../store/store.ts';
import { type CreateCommand, createCommand, defineCommand } from '../command.ts';
import { rateOption, urlOption, showWait } from '../deployment-options.ts';

/** The command `world`, with what one does with a world folder. */
export const worldCommand: CreateCommand = (terminal) =>
  createCommand('world', 'show the fields of records, check, generate, import or export a world folder', terminal)
    .addCommand(fieldsCommand(terminal))
    .addCommand(checkCommand(terminal))
    .addCommand(generateCommand(terminal))
    .addCommand(importCommand(terminal))
    .addCommand(exportCommand(terminal));

const fieldsCommand = defineCommand({
  name: 'fields',
  summary: 'list the fields of a kind of record: type, default and meaning; without a kind, list the kinds',
  words: '[kind]',
  options: {},
  notes: `A field is required in a file, filled in when the world is loaded, or can be left out; otherwise its default is shown.

Exit codes: 0 done, 2 an unknown kind, 70 a bug.`,
  async run({ words: [word] }, { print }) {
    if (word === undefined) {
      for (const kind of worldKinds) print(`${kind}  ${kinds[kind].description}`);
      return 0;
    }
    const { properties, required } = kinds[parseKind(word)].schema;
    for (const [field, schema] of Object.entries(properties)) {
      const cells = [field, describeType(schema), describeDefault(field, schema, required), schema['description']];
      print(cells.join('  ').trimEnd());
    }
    return 0;
  },
});

function parseKind(word: string): WorldKind {
  const kind = worldKinds.find((each) => each === word);
  if (kind) return kind;
  throw new CommandError(`unknown kind '${word}'.${describeNames(word, 'kinds', worldKinds)}`, exitCodes.usage);
}

/** A problem, wherever its record is. */
const describe = (problem: WorldProblem): string =>
  JSON.stringify({ ...problem, file: undefined, position: undefined });

const checkCommand = defineCommand({
  name: 'check',
  summary: 'validate a world folder and list every problem with its file and record',
  options: {
    world: { ...serverOptions.world, help: 'world to check' },
    dialect: {
      ...serverOptions.dialect,
      help: 'dialect whose schema is compared with the records: what it does not show is listed',
      default: undefined,
    },
    schema: {
      ...serverOptions.schema,
      help: 'with --dialect: schema of a town in SDL, whose fields the records may have values of',
    },
  },
  notes: 'Exit codes: 0 the world is valid, 2 it is not, or a flag is wrong, 70 a bug.',
  async run({ options: { world, dialect, schema } }, { print }) {
    if (schema !== undefined && dialect === undefined)
      throw new CommandError('--schema needs --dialect, the release of the town', exitCodes.usage);
    const server = dialect && (await loadServerDialect(dialectWithSchema(dialect, schema)));
    const { checkAddedMember } = server ?? {};
    const folders = dialectFoldersOf(world);
    const [own, ...changed] = (dialect === undefined ? [undefined, ...folders] : [dialect]).map((each) =>
      loadWorld(world, Date.now(), { dialect: each, checkAddedMember }),
    );
    const { tables } = own!;
    const known = new Set(own!.problems.map(describe));
    const problems = [
      ...own!.problems.map(formatWorldProblem),
      // A folder that changes a record has its other problems, too.
      ...changed.flatMap((each) =>
        each.problems.filter((problem) => !known.has(describe(problem))).map(formatWorldProblem),
      ),
      ...folders
        .filter((each) => !isDialectName(each))
        .map((each) => `${join(world, each)}: there is no dialect of this name`),
    ];
    for (const problem of problems) print(problem);
    print(problems.length === 0 ? `${world} is valid` : `${problems.length} problem${problems.length > 1 ? 's' : ''}`);
    if (problems.length > 0) return exitCodes.usage;
    if (!server) return 0;
    const { listUnshownRecords } = await import('../../dialects/decidim/unshown-records.ts');
    for (const unshown of listUnshownRecords(new Store(tables), server.createSchema('empty')))
      print(`${dialect} does not show ${unshown}`);
    return 0;
  },
});

/** Reads counts of records such as `proposals=500,users=20`. */
const parseCounts = (value: string): GeneratedCounts =>
  Object.fromEntries(
    list(value).map((each) => {
      const [kind = '', count = ''] = each.split('=');
      return [oneOf(...generatedKinds)(kind), wholeNumber(0, 1_000_000)(count)];
    }),
  );

const generateCommand = defineCommand({
  name: 'generate',
  summary: 'write a world folder with as many believable records as you like',
  options: {
    out: {
      value: 'FOLDER',
      help: 'folder for the world: a new or empty one, or one that was generated before',
      parse: text,
      isRequired: true,
    },
    records: {
      value: 'KIND=COUNT,…',
      help: `how many records of each kind: ${generatedKinds.join(', ')}`,
      parse: parseCounts,
      isRequired: true,
    },
    base: {
      value: 'NAME',
      help: 'world over which the records are laid',
      parse: oneOf('demo', 'town'),
      default: 'demo',
    },
    seed: {
      value: 'NUMBER',
      help: 'the same seed gives the same records',
      parse: wholeNumber(0, 2 ** 32 - 1),
      default: 1,
    },
  },
  notes: `Without users, there is one for twenty other records.

Exit codes: 0 done, 2 invalid flags or a folder with something else, 69 the folder cannot be written, 70 a bug.`,
  async run({ options: { out, records: counts, base, seed } }, { print }) {
    const { writeGeneratedWorld } = await import('../../worlds/generate/write-generated-world.ts');
    const records = Object.entries(counts).map(([kind, count]) => `${kind}=${count}`);
    const written = await writeGeneratedWorld({
      out,
      base: serverOptions.world.parse(base),
      counts,
      seed,
      note: `plenum world generate --base ${base} --seed ${seed} --records ${records.join(',')}\n`,
    });
    print(`${out} has the records of the world ${base}, and these:`);
    for (const { kind, count } of written) print(`  ${kind}: ${count}`);
    print(`Next: plenum serve --memory --world ${out}`);
    return 0;
  },
});

const importCommand = defineCommand({
  name: 'import',
  summary: 'read what a live deployment shows, and write a world folder',
  options: {
    from: { ...urlOption, isRequired: true },
    out: {
      value: 'FOLDER',
      help: 'folder for the world, which must be new or empty',
      parse: text,
      default: 'imported-world',
    },
    space: { value: 'SLUG,SLUG', help: 'read only these spaces', parse: list },
    tokenEnv: { value: 'NAME', help: 'variable with the token of the user who reads', parse: text },
    rate: rateOption,
    keepNames: flag('keep the names and profiles of people'),
    overwrite: flag('replace the world in the folder'),
  },
  notes: `It sends queries only. After Ctrl-C, or if the deployment stops answering, it writes what it has read. FOLDER/import-report.txt
lists what could not be read.

Exit codes: 0 done, 2 invalid flags, an unknown space or a folder that is not empty, 4 unreachable, or stopped answering, or no
GraphQL API, 69 the folder cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: flags }, terminal) {
    const { environment, print, printError, progress, signal } = terminal;
    const { from, out, space = [], rate: requestIntervalMs, tokenEnv, keepNames, overwrite } = flags;
    assertWritableWorld(out, overwrite);
    const { escapeLine } = await import('../../client/format-text.ts');
    const { importWorld } = await import('../../worlds/import/import-world.ts');
    const startedAt = Date.now();
    const result = await importWorld({
      url: from,
      tokenVariable: tokenEnv,
      environment,
      requestIntervalMs,
      timeoutMs: 60_000,
      spaces: space,
      keepNames,
      signal,
      onWait: showWait(terminal),
      onProgress: (completed, total) => progress(`${completed} of ${total} steps`, completed % 50 === 0),
    });
    progress('');
    const { world, sent } = result;
    writeWorld(out, { ...world.files, [importReportFile]: result.report }, overwrite);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    print(`${out} has ${countOf(world.files)} records of ${from}, from ${sent} requests in ${seconds} s.`);
    for (const { role, id, token } of world.signInUsers) print(`  ${role}: user ${id}, token ${token}`);
    const { problems, stop } = world;
    if (problems.length > 0) print(`Could not be read, by kind; ${out}/${importReportFile} has the whole list:`);
    for (const problem of problems.slice(0, 10)) print(`  ${escapeLine(problem)}`);
    print(`Next: plenum serve --world ${out} --data NEW_FOLDER --dialect ${world.dialect}`);
    if (!stop) return 0;
    printError(`${escapeLine(stop.message)}; ${out} has what was read until then\n`);
    return stop.exitCode;
  },
});

const exportCommand = defineCommand({
  name: 'export',
  summary: 'write the records of a data folder or a database as a world folder',
  options: {
    data: serverOptions.data,
    store: serverOptions.store,
    out: { value: 'FOLDER', help: 'folder for the world, which must be new or empty', parse: text, isRequired: true },
    overwrite: flag('replace the world in the folder'),
  },
  notes: `No server may use the data folder; of a running one, GET /__admin/state has them. With --store, servers can go on.

Exit codes: 0 done, 2 invalid flags, or a folder that is not empty or has no records, 65 damaged data, 69 a folder or a database
that cannot be used, 70 a bug.`,
  async run({ options: { data, store, out, overwrite } }, { print }) {
    assertWritableWorld(out, overwrite);
    const { exportData } = await import('../../store/data-folder.ts');
    const files = store === undefined ? await exportData(data) : await exportDatabase(store);
    writeWorld(out, files, overwrite);
    print(`${out} has the ${countOf(files)} records of ${store === undefined ? data : describeAddress(store)}`);
    // A dialect can store values that a world does not allow.
    const { problems } = loadWorld(out, Date.now());
    if (problems.length > 0)
      print(`${problems.length} values are not allowed in a world: see plenum world check --world ${out}`);
    return 0;
  },
});

async function exportDatabase(url: string) {
  const { exportSchema } = await importOptional('pg', '--store', () => import('../../store/postgres.ts'));
  return exportSchema(url);
}

const countOf = (files: Record<string, readonly unknown[]>): number =>
  Object.values(files).reduce((sum, records) => sum + records.length, 0);
