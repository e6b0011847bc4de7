import type { Store } from '../../store/store.ts';

/** What the journal shows in place of a secret. */
export const withheld = '[withheld]';

/** How many characters of a text the journal shows. */
export const maxShownCharacters = 1000;
/** How many values the journal shows of the variables of a request. */
export const maxShownValues = 1000;

const secretName = /passw|passphrase|pwd|secret|token|api[_-]?key|credential|authorization|cookie|jwt/i;
// The second and third part of a token (JSON in base64url) and of the value of a session cookie. Both patterns start with a dot
// that they do not repeat, so that they take linear time.
const signedValues = [String.raw`\.eyJ[\w-]+\.[\w-]`, String.raw`\.\d{9,}\.[\w-]{43}`];
// A shorter secret can be a part of an ordinary word.
const minDistinctLength = 8;

/** Replaces the secrets of a world in what a client sent, and cuts what is long. */
export class ShownValues {
  readonly #store: Store;
  readonly #secrets = new Set<string>();
  #pattern = new RegExp(signedValues.join('|'));

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the tokens, keys and secrets of the world. Earlier ones stay secrets. */
  readSecrets(): void {
    const count = this.#secrets.size;
    for (const { token, key, secret } of this.#store.all('users'))
      for (const each of [token, key, secret]) if (each) this.#secrets.add(each);
    if (this.#secrets.size > count)
      this.#pattern = new RegExp([...signedValues, ...[...this.#secrets].map(patternOf)].join('|'));
  }

  /** A text that contains a secret is withheld as a whole. */
  text(text: string): string {
    if (this.#pattern.test(text)) return withheld;
    return text.length <= maxShownCharacters
      ? copyOf(text)
      : `${copyOf(text.slice(0, maxShownCharacters))}… (${text.length} characters)`;
  }

  /** Any JSON value. */
  value(value: unknown): unknown {
    return this.#value(value, { values: maxShownValues });
  }

  variables(variables: unknown): Record<string, unknown> | null {
    if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) return null;
    return this.#object(variables, { values: maxShownValues });
  }

  #value(value: unknown, rest: { values: number }): unknown {
    rest.values -= 1;
    if (typeof value === 'string') return this.text(value);
    // A dialect can represent a number by an object.
    if (Object.prototype.toString.call(value) === '[object Number]')
      return this.#pattern.test(String(value)) ? withheld : Number(value);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? this.#list(value, rest) : this.#object(value, rest);
  }

  #list(values: readonly unknown[], rest: { values: number }): unknown[] {
    const shown: unknown[] = [];
    for (const value of values) {
      if (rest.values <= 0) return [...shown, more(values.length - shown.length)];
      shown.push(this.#value(value, rest));
    }
    return shown;
  }

  #object(members: object, rest: { values: number }): Record<string, unknown> {
    const shown: [string, unknown][] = [];
    const names = Object.keys(members);
    for (const name of names) {
      if (rest.values <= 0) {
        shown.push(['…', more(names.length - shown.length)]);
        break;
      }
      const value: unknown = (members as Record<string, unknown>)[name];
      shown.push([this.text(name), secretName.test(name) && isSet(value) ? withheld : this.#value(value, rest)]);
    }
    return Object.fromEntries(shown);
  }
}

/** Copies a text: a part of a text may otherwise keep the whole of it in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

const more = (count: number): string => `… (${count} more)`;

function patternOf(secret: string): string {
  const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return secret.length >= minDistinctLength ? escaped : `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`;
}
