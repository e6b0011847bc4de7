import { CommandError, exitCodes } from '../../errors.ts';
import { importOptional } from '../../import-optional.ts';
import { type OptionTable, boolean, text } from '../../option.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { exportData } from '../../store/data-folder.ts';
import { describeAddress } from '../../store/database-url.ts';
import { assertWritableWorld, writeWorld } from '../../records/write-world.ts';
import { loadWorld } from '../../records/world.ts';
import { defineCommand } from '../command.ts';

const options = {
  data: serverOptions.data,
  store: serverOptions.store,
  out: {
    value: 'FOLDER',
    help: 'folder for the world, which must be new or empty; required',
    parse: text,
    default: undefined,
  },
  overwrite: { help: 'replace the world in the folder', parse: boolean, default: false },
} satisfies OptionTable;

async function exportDatabase(url: string) {
  const { exportSchema } = await importOptional('pg', '--store', () => import('../../store/postgres.ts'));
  return exportSchema(url);
}

export const exportCommand = defineCommand({
  name: 'export',
  group: 'data',
  summary: 'write the records of a data folder or a database as a world folder',
  options,
  notes: `No server may use the data folder; of a running one, GET /__admin/state has them. With --store, servers can go on.

Exit codes: 0 done, 2 invalid flags, or a folder that is not empty or has no records, 65 damaged data, 69 a folder or a database
that cannot be used, 70 a bug.`,
  async run({ options: { data, store, out, overwrite } }, { print }) {
    if (out === undefined)
      throw new CommandError('export needs --out FOLDER. See plenum export --help.', exitCodes.usage);
    assertWritableWorld(out, overwrite);
    const files = store === undefined ? await exportData(data) : await exportDatabase(store);
    writeWorld(out, files, overwrite);
    const count = Object.values(files).reduce((sum, records) => sum + records.length, 0);
    print(`${out} has the ${count} records of ${store === undefined ? data : describeAddress(store)}`);
    // A dialect can store values that a world does not allow.
    const { problems } = loadWorld(out, Date.now());
    if (problems.length > 0)
      print(`${problems.length} values are not allowed in a world: see plenum check --world ${out}`);
    return 0;
  },
});
