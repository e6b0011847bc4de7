import { type ArgumentNode, type DocumentNode, Kind, type ObjectFieldNode, print, visit } from 'graphql';
import { isSecretName, replaceInUrls, signedEnd } from '../../client/secrets.ts';
import { isJsonObject } from '../../json-object.ts';
import type { Store } from '../../store/store.ts';
import { unboxNumber } from '../matching.ts';

/** What is shown in place of a secret. */
const withheld = '[withheld]';

const escape = (text: string): string => text.replaceAll(/[$()*+\-./?[\\\]^{|}]/g, String.raw`\$&`);

/** Returns the expression that finds secrets in a text. One of fewer than eight characters must be a whole word. */
function expressionOf(secrets: Iterable<string>): RegExp {
  const all = [...secrets];
  const short = all.filter(({ length }) => length < 8).map(escape);
  const long = all.filter(({ length }) => length >= 8).map(escape);
  const words = short.length > 0 ? [`(?<![A-Za-z0-9])(?:${short.join('|')})(?![A-Za-z0-9])`] : [];
  return new RegExp([signedEnd, ...long, ...words].join('|'));
}

/** Withholds the secrets of a world in what a client sent, and cuts what is long. */
export class Redactor {
  readonly #store: Store;
  /** The tokens, keys and secrets of users and applications, also of those that were replaced. */
  readonly #secrets = new Set<string>();
  #expression = expressionOf([]);
  /** The records whose secrets are known. */
  #known: readonly (readonly object[])[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the secrets of the world. Earlier ones stay secrets. */
  readSecrets(): void {
    const users = this.#store.all('users');
    const applications = this.#store.all('oauthApplications');
    if (users === this.#known[0] && applications === this.#known[1]) return;
    this.#known = [users, applications];
    const secrets = users.flatMap(({ token, key, secret }) => [token, key, secret]);
    for (const secret of [...secrets, ...applications.map((each) => each.secret)])
      if (secret) this.#secrets.add(secret);
    this.#expression = expressionOf(this.#secrets);
  }

  hasSecret(text: string): boolean {
    this.readSecrets();
    return this.#expression.test(text);
  }

  /** A text that contains a secret is withheld as a whole; one of more than `maxLength` characters is cut. */
  text(given: string, maxLength = Infinity): string {
    const text = replaceInUrls(given, () => withheld);
    if (this.hasSecret(text)) return withheld;
    if (text.length <= maxLength) return text;
    // A part of a text would keep the whole of it in memory.
    return `${Buffer.from(text.slice(0, maxLength)).toString()}… (${text.length} characters)`;
  }

  /**
   * A JSON value without the texts and numbers that contain a secret, and the members that are one by their names. Texts of more than
   * `maxLength` characters are cut, and what follows the first `maxMembers` members and items is left out.
   */
  value<T>(value: T, { maxLength = Infinity, maxMembers = Infinity } = {}): T {
    let rest = maxMembers;
    const firstOf = <E>(all: E[], describe: (count: number) => E): E[] => {
      const first = all.slice(0, rest);
      rest -= first.length;
      return first.length === all.length ? first : [...first, describe(all.length - first.length)];
    };
    const show = (_: string, given: unknown): unknown => {
      const each = unboxNumber(given);
      if (typeof each === 'string') return this.text(each, maxLength);
      if (typeof each === 'number') return this.hasSecret(String(each)) ? withheld : each;
      if (Array.isArray(each)) return firstOf<unknown>(each, (count) => `… (${count} more items)`);
      if (!isJsonObject(each)) return each;
      return Object.fromEntries(
        firstOf<[string, unknown]>(Object.entries(each), (count) => ['…', `(${count} more members)`]).map(
          ([name, member]) => {
            const isSecret = isSecretName(name) && member !== null && member !== undefined;
            return [this.text(name), isSecret ? withheld : member];
          },
        ),
      );
    };
    return JSON.parse(JSON.stringify(value, show)) as T;
  }

  /** The body of a message. Of JSON, only the secrets are withheld. */
  body(text: string): string {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The value of a secret member cannot be told from the rest.
      return isSecretName(text) ? withheld : this.text(text);
    }
    const shown = JSON.stringify(this.value(value));
    // An object can have several members with the same name in JSON, of which only the last one was read.
    return shown === JSON.stringify(value) && !this.hasSecret(text) ? text : shown;
  }

  /** A document as it was sent, and in several lines. Literals are withheld by their text, and by the name of their argument or field. */
  document(query: string, parse: (query: string) => DocumentNode): { document: string; formatted: string } {
    let printed: string;
    try {
      const document = parse(query);
      const shown = this.#withholdLiterals(document);
      printed = print(shown);
      // A secret can also be a name, or in a comment.
      if (shown === document && !this.hasSecret(query))
        return { document: query, formatted: query.trim().includes('\n') ? query : printed };
      printed = this.hasSecret(printed) ? withheld : printed;
    } catch {
      // A syntax error, or more nested levels than the stack has room for.
      printed = this.body(query);
    }
    return { document: printed, formatted: printed };
  }

  #withholdLiterals(document: DocumentNode): DocumentNode {
    const literal = { kind: Kind.STRING, value: withheld } as const;
    const showMember = (node: ArgumentNode | ObjectFieldNode) => {
      const isLiteral = node.value.kind !== Kind.NULL && node.value.kind !== Kind.VARIABLE;
      return isLiteral && isSecretName(node.name.value) ? { ...node, value: literal } : undefined;
    };
    return visit(document, {
      Argument: showMember,
      ObjectField: showMember,
      StringValue: ({ value }) => (this.hasSecret(value) ? literal : undefined),
    });
  }
}
