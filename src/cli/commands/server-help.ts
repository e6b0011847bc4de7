/** What the help of `serve` and `check` says after the options. */
export const serverNotes = `A flag wins over an environment variable (--port is PLENUM_PORT), that over the file of --config or PLENUM_CONFIG, and that over
the default.

Exit codes: 0 done, 2 a wrong flag, configuration or world, 65 damaged records, 69 a port, folder or database that
cannot be used, 70 a bug, 78 a data folder of another world, or of somebody else.`;
