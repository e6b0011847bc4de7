import type { User } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import { SecretIndex } from './secret-index.ts';

/** What is shown in place of a secret. */
export const withheld = '[withheld]';

/** How many characters of each text, and how many values are shown. */
interface Limits {
  characters: number;
  values: number;
}

const textLimits: Limits = { characters: 1000, values: 1000 };
/** Nothing is cut. */
export const noLimits: Limits = { characters: Infinity, values: Infinity };

const secretNames = /passw|passphrase|pwd|secret|token|api[_-]?key|credential|authorization|cookie|jwt/i;
// The second and third part of a token (JSON in base64url) and of the value of a session cookie. Both patterns start with a dot
// that they do not repeat, so that they take linear time.
const signedValues = /\.eyJ[\w-]+\.[\w-]|\.\d{9,}\.[\w-]{43}/;

// The parameters of addresses with which applications get tokens.
const secretParameters = /([?&#](?:code|code_verifier|client_secret|(?:access|bearer|refresh)_token)=)[^&#\s]+/g;

/** Replaces the secrets of a world in what a client sent, and cuts what is long. */
export class ShownValues {
  readonly #store: Store;
  readonly #secrets = new SecretIndex();
  /** The users whose secrets are known. */
  #users: readonly User[] | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the tokens, keys and secrets of the world. Earlier ones stay secrets. */
  readSecrets(): void {
    const users = this.#store.all('users');
    if (users === this.#users) return;
    this.#users = users;
    for (const { token, key, secret } of users)
      for (const each of [token, key, secret]) if (each) this.#secrets.add(each);
  }

  /** Whether a text contains a secret. */
  hasSecret(text: string): boolean {
    return signedValues.test(text) || this.#secrets.isIn(text);
  }

  /** A text that contains a secret is withheld as a whole. */
  text(given: string, { characters }: Limits = textLimits): string {
    const text = given.replaceAll(secretParameters, `$1${withheld}`);
    if (this.hasSecret(text)) return withheld;
    return text.length <= characters
      ? copyOf(text)
      : `${copyOf(text.slice(0, characters))}… (${text.length} characters)`;
  }

  /** Any JSON value. */
  value(value: unknown): unknown {
    return this.#value(value, { ...textLimits });
  }

  variables(variables: unknown, limits = textLimits): Record<string, unknown> | null {
    if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) return null;
    return this.#object(variables, { ...limits });
  }

  /** The body of a message. Of JSON, only the secrets are withheld. */
  body(text: string): string {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The value of a secret member cannot be told from the rest.
      return isSecretName(text) ? withheld : this.text(text, noLimits);
    }
    const shown = JSON.stringify(this.#value(value, { ...noLimits }));
    // An object can have several members with the same name in JSON, of which only the last one was read.
    return shown === JSON.stringify(value) && !this.hasSecret(text) ? text : shown;
  }

  #value(value: unknown, rest: Limits): unknown {
    rest.values -= 1;
    if (typeof value === 'string') return this.text(value, rest);
    // A dialect can represent a number by an object.
    if (Object.prototype.toString.call(value) === '[object Number]')
      return this.hasSecret(String(value)) ? withheld : Number(value);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? this.#list(value, rest) : this.#object(value, rest);
  }

  #list(values: readonly unknown[], rest: Limits): unknown[] {
    const shown: unknown[] = [];
    for (const value of values) {
      if (rest.values <= 0) return [...shown, more(values.length - shown.length)];
      shown.push(this.#value(value, rest));
    }
    return shown;
  }

  #object(members: object, rest: Limits): Record<string, unknown> {
    const shown: [string, unknown][] = [];
    const names = Object.keys(members);
    for (const name of names) {
      if (rest.values <= 0) {
        shown.push(['…', more(names.length - shown.length)]);
        break;
      }
      const value: unknown = (members as Record<string, unknown>)[name];
      shown.push([this.text(name), isSecretName(name) && isSet(value) ? withheld : this.#value(value, rest)]);
    }
    return Object.fromEntries(shown);
  }
}

/** Whether the name of a member says that its value is secret. */
export const isSecretName = (name: string): boolean => secretNames.test(name);

/** Copies a text: a part of a text may otherwise keep the whole of it in memory. */
export const copyOf = (text: string): string => Buffer.from(text).toString();

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

const more = (count: number): string => `… (${count} more)`;
