import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { CommandError, exitCodes, writing } from '../../src/errors.ts';

/** What a server answered: the data and errors of a query, or why it has none. */
export interface SavedResponse {
  status: number;
  json: unknown;
}

/**
 * The responses of an import that is not finished, by their queries, one on each line of a file. An import that starts again
 * with the same options reads them there instead of asking again.
 */
export class ResponseFile {
  readonly #saved = new Map<string, SavedResponse>();
  #characters = 0;

  /** Opens the file or creates it. Throws a CommandError if it belongs to other options, or is damaged. */
  constructor(
    readonly file: string,
    options: unknown,
  ) {
    const header = JSON.stringify({ plenumImport: 1, options });
    if (existsSync(file)) this.#read(header);
    else writing(file, () => writeFileSync(file, `${header}\n`, { mode: 0o600 }));
  }

  /** How many responses are there. */
  get size(): number {
    return this.#saved.size;
  }

  /** How long the file is without its first line. */
  get characters(): number {
    return this.#characters;
  }

  find(query: string): SavedResponse | undefined {
    return this.#saved.get(query);
  }

  add(query: string, response: SavedResponse): void {
    this.#saved.set(query, response);
    const line = `${JSON.stringify([query, response])}\n`;
    this.#characters += line.length;
    writing(this.file, () => appendFileSync(this.file, line));
  }

  /** Removes the file. */
  remove(): void {
    rmSync(this.file, { force: true });
  }

  #read(header: string): void {
    const text = readFileSync(this.file, 'utf8');
    const lines = text.split('\n');
    // A line that an interrupted import has half-written has no end.
    const torn = lines.pop()!;
    if (torn !== '') truncateSync(this.file, Buffer.byteLength(text) - Buffer.byteLength(torn));
    const advice = `Remove ${this.file} to start again`;
    if (lines.length > 0 && lines[0] !== header)
      throw new CommandError(`${this.file} belongs to an import with other options. ${advice}.`, exitCodes.usage);
    if (lines.length === 0) writing(this.file, () => writeFileSync(this.file, `${header}\n`));
    for (const [index, line] of lines.slice(1).entries()) {
      const entry = parseEntry(line);
      if (!entry) throw new CommandError(`${this.file}, line ${index + 2} is damaged. ${advice}.`, exitCodes.usage);
      this.#saved.set(...entry);
      this.#characters += line.length + 1;
    }
  }
}

function parseEntry(line: string): [string, SavedResponse] | undefined {
  try {
    const [query, response] = JSON.parse(line) as [unknown, SavedResponse | undefined];
    return typeof query === 'string' && typeof response?.status === 'number' ? [query, response] : undefined;
  } catch {
    return undefined;
  }
}
