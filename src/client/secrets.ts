import { isJsonObject, parseJson } from './json-value.ts';

/** What is shown in place of a secret that has no name. */
export const secretMark = '<secret>';

/** Returns what is shown in place of a secret. */
export type Replace = (secret: string) => string;

// In the name of any member, argument, header or parameter; without `token_type` and `X-Jwt-Aud`, which say what a token is.
const secretNames =
  /passw|passphrase|pwd|secret(?!ar)|token(?!_?(?:type|count))|api[_-]?key|(?<!allow-)credential|jwt(?!-aud)|code_?verifier|session_?id|^(?:proxy-)?authorization$|^(?:set-)?cookies?$/i;
// Parameters with which people and applications sign in. In the data of a query, these are names of ordinary fields.
const secretParameters = /^(?:(?:api_)?user\[)?(?:code|key|email)\]?$/i;

/** Whether the value of a member, an argument, a header or a parameter with this name is a secret. */
export const isSecretName = (name: string): boolean => secretNames.test(name);

/** Whether the value of a parameter of a request or a response is a secret: in a query string, in a form, or as a member at the top of JSON. */
const isSecretParameter = (name: string): boolean => isSecretName(name) || secretParameters.test(name);

/**
 * The end of what is signed: the second and third part of a JWT (JSON in base64url), and of the value of a session cookie. Both patterns
 * start with a dot that they do not repeat, so that they take linear time.
 */
export const signedEnd = String.raw`\.eyJ[\w-]+\.[\w-]+|\.\d{9,}\.[\w-]{43}`;

const signedValue = new RegExp(String.raw`(?<![\w-])[\w-]+(?:${signedEnd})`, 'g');
// Not a port and an @ in the path behind it.
const passwordInUrl = /(:\/\/[^\s'"/:]{0,200}:)(?!\d+\/)([^\s'"]{0,200})@/g;
const parameterInUrl = /(?<=[?&#])([^\s"'<>=&?#]+)=([^\s"'<>&#\\]*[^\s"'<>&#\\,.;:)\]])/g;
const literal = /(?<![\w-])([\w-]+)("?\s*:\s*)("""[^]*?"""|"[^"\\]*(?:\\.[^"\\]*)*")/g;

/** Replaces the passwords and the secret parameters of the URLs in a text, and the parameters that a form of HTML holds. */
export const replaceInUrls = (text: string, replace: Replace): string =>
  replaceInInputs(text, replace)
    .replaceAll(passwordInUrl, (_, before: string, password: string) => `${before}${replace(password)}@`)
    .replaceAll(parameterInUrl, (found, name: string, value: string) =>
      isSecretParameter(decode(name)) ? `${name}=${replaceEncoded(value, replace)}` : found,
    );

const input = /<input\b[^>]*>/gi;
const nameOfInput = /\sname=(?:"([^"]*)"|'([^']*)')/i;
const valueOfInput = /(?<=\svalue=)(?:"([^"]*)"|'([^']*)')/i;

/** Replaces the values of the inputs of HTML whose names are those of secret parameters. */
const replaceInInputs = (text: string, replace: Replace): string =>
  text.replaceAll(input, (tag) => {
    const [, quoted, single] = nameOfInput.exec(tag) ?? [];
    if (!isSecretParameter(quoted ?? single ?? '')) return tag;
    return tag.replace(valueOfInput, (_, value?: string, other?: string) => `"${replace(value ?? other ?? '')}"`);
  });

/** Replaces the secrets in any text: in URLs, literals of JSON and GraphQL by their names, and whatever is signed as a JWT is. */
export const replaceInText = (text: string, replace: Replace): string =>
  replaceInUrls(text, replace)
    .replaceAll(literal, (found, name: string, between: string, value: string) =>
      isSecretName(name) ? `${name}${between}"${replace(value.replaceAll(/^"+|"+$/g, ''))}"` : found,
    )
    .replaceAll(signedValue, (found) => replace(found));

/** Replaces the secrets in the path of a request. */
export function replaceInPath(path: string, replace: Replace): string {
  const start = path.indexOf('?') + 1;
  if (start === 0) return replaceInText(path, replace);
  return replaceInText(path.slice(0, start), replace) + replaceInForm(path.slice(start), replace);
}

/** Replaces the secrets in the JSON of a request or a response: texts and numbers by the names of their members, and in other texts. */
export const replaceInJson = (json: unknown, replace: Replace): unknown =>
  Array.isArray(json)
    ? json.map((each) => replaceInMembers(each, replace, isSecretParameter))
    : replaceInMembers(json, replace, isSecretParameter);

function replaceInMembers(value: unknown, replace: Replace, isSecret: (name: string) => boolean): unknown {
  if (typeof value === 'string') return replaceInText(value, replace);
  if (Array.isArray(value)) return value.map((each) => replaceInMembers(each, replace, isSecret));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    // A sign-in has its parameters one level deeper.
    const inner = isSecret === isSecretParameter && /^(?:api_)?user$/.test(name) ? isSecretParameter : isSecretName;
    const replaced = isSecret(name) ? replaceAll(member, replace) : replaceInMembers(member, replace, inner);
    return [replaceInText(name, replace), replaced];
  });
  return Object.fromEntries(members);
}

/** Replaces every text and number. */
function replaceAll(value: unknown, replace: Replace): unknown {
  if (typeof value === 'string' || typeof value === 'number') return replace(String(value));
  if (Array.isArray(value)) return value.map((each) => replaceAll(each, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceAll(each, replace)]));
}

/** Replaces the secrets in a body that is not JSON: a form or another text. */
export const replaceInBody = (body: string, replace: Replace): string =>
  /^[^\s=&<]+=/.test(body) ? replaceInForm(body, replace) : replaceInText(body, replace);

/** Replaces the secrets in the parameters of a form or a query string. A parameter without one stays as it was written. */
const replaceInForm = (form: string, replace: Replace): string =>
  form
    .split('&')
    .map((pair) => {
      const [name, value] = [...new URLSearchParams(pair)][0] ?? ['', ''];
      const replaced = isSecretParameter(name) ? replace(value) : replaceInParameter(value, replace);
      return replaced === value ? pair : `${pair.slice(0, pair.indexOf('='))}=${encodeShown(replaced)}`;
    })
    .join('&');

/** A parameter such as `variables` is JSON. */
function replaceInParameter(value: string, replace: Replace): string {
  const json = parseJson(value);
  if (!isJsonObject(json)) return replaceInText(value, replace);
  const replaced = JSON.stringify(replaceInMembers(json, replace, isSecretName));
  return replaced === JSON.stringify(json) ? value : replaced;
}

function replaceEncoded(value: string, replace: Replace): string {
  const decoded = decode(value.replaceAll('+', ' '));
  const replaced = replace(decoded);
  return replaced === decoded ? value : replaced;
}

/** Encodes a value, but not what is shown in place of a secret, so that people can read it. */
const encodeShown = (text: string): string => text.split(secretMark).map(encodeURIComponent).join(secretMark);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Collects what a function replaces: the secrets of a message by their names and their form. */
export function secretsFoundBy(search: (replace: Replace) => unknown): string[] {
  const found: string[] = [];
  search((secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}
