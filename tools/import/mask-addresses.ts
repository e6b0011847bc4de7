// The at sign as a character, in a URL, and in HTML.
const atSign = '(?:@|%40|&#0*64;|&#x0*40;|&commat;)';
const email = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}${atSign}(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}`,
  'giu',
);

// Not in the middle of a word, of a number, or of a path.
const phone =
  /(?<![\p{L}\p{N}/_#=&]|[\p{L}\p{N}]-)(?:\+|00)?\(?\p{Nd}(?:[\s\u00a0().\-/]{0,3}\p{Nd}){6,16}(?![\p{L}\p{N}_/])/gu;
const date =
  /(?<!\p{Nd})(?:\p{Nd}{4}[-./]\p{Nd}{1,2}[-./]\p{Nd}{1,2}|\p{Nd}{1,2}[-./]\p{Nd}{1,2}[-./]\p{Nd}{4})(?!\p{Nd})/u;
const decimal = /^\p{Nd}+[.,]\p{Nd}{1,2}$/u;
const years = /^\(?\p{Nd}{4}\s*[-/]\s*\p{Nd}{4}\)?$/u;
const currency = /^\s?[€$£¥]|^[.,]\p{Nd}{2}(?!\p{Nd})/u;

const maskedEmail = 'masked@example.org';
const maskedPhone = '000 000 000';

/** Whether a number with separators is a phone number: not a date, a period of years, or an amount. */
function isPhone(found: string, before: string, after: string): boolean {
  const digits = found.replaceAll(/\P{Nd}/gu, '').length;
  const isInternational = /^(?:\+|00)/.test(found);
  if (digits > 15 || digits < (isInternational ? 7 : 9)) return false;
  if (date.test(found) || years.test(found) || decimal.test(found)) return false;
  return !/[€$£¥]\s?$/.test(before) && !currency.test(after);
}

/** Replaces the e-mail addresses and phone numbers in a text, also in HTML. */
export function maskText(text: string): string {
  const withoutEmail = text.replaceAll(email, maskedEmail);
  return withoutEmail.replaceAll(phone, (found, offset: number) => {
    const before = withoutEmail.slice(Math.max(0, offset - 3), offset);
    const after = withoutEmail.slice(offset + found.length, offset + found.length + 4);
    return isPhone(found, before, after) ? maskedPhone : found;
  });
}
