import { createHash } from 'node:crypto';

/** The name of the platform's application in global ids; every deployment can have its own. */
const applicationName = 'oracle';

/** The platform's global id of a record, such as `gid://oracle/Decidim::User/4`; `className` is the Ruby class. */
export const globalId = (className: string, id: number): string => `gid://${applicationName}/${className}/${id}`;

/** A global id in the form of the signed ones. The signature is made up: nothing accepts it. */
export function signedGlobalId(className: string, id: number): string {
  const json = JSON.stringify({ _rails: { data: globalId(className, id), pur: 'default' } });
  const message = Buffer.from(json).toString('base64');
  return `${message}--${createHash('sha1').update(message).digest('hex')}`;
}
