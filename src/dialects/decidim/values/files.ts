import { createHash } from 'node:crypto';
import { isKind } from '../../../records/kinds.ts';
import type { Kind, RecordReference, StoredFile } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';

/** A file of a record: the record, and the name of its field. */
type FileReference = `${RecordReference}/${string}`;

// The end of names in the platform's manifest of assets, which depends on the deployment.
const digest = '0123456789abcdef0123';

const assets = '/decidim-packs/media/images';

/** The path of the picture of a badge. */
export const badgeImagePath = (name: string): string => `${assets}/decidim_gamification_badges_${name}-${digest}.svg`;

const badgeImage = new RegExp(`^${badgeImagePath(String.raw`\w+`)}$`);

/** Whether a path is that of the picture of a badge. */
export const isBadgeImagePath = (path: string): boolean => badgeImage.test(path);

/** The path of the picture of proposals that a meeting made. */
export const meetingImagePath = `${assets}/decidim_meetings-${digest}.svg`;

/** The path of the picture of users without an avatar. */
export const defaultAvatarPath = `${assets}/default-avatar-${digest}.svg`;

/** Returns what Rails calls a signed message. The digest has no secret, so that addresses are the same in every run. */
function sign(data: unknown, purpose: string): string {
  const message = Buffer.from(JSON.stringify({ _rails: { data, pur: purpose } })).toString('base64url');
  return `${message}--${createHash('sha1').update(message).digest('hex')}`;
}

/** The path of a file of a record. */
export const diskPath = (reference: FileReference, { name }: StoredFile): string =>
  `/rails/active_storage/disk/${sign(reference, 'blob_key')}/${encodeURIComponent(name)}`;

/** The path of a smaller version of a picture of a record. */
export const representationPath = (reference: FileReference, { name }: StoredFile): string =>
  `/rails/active_storage/representations/redirect/${sign(reference, 'blob_id')}/${sign('small', 'variation')}/${encodeURIComponent(name)}`;

/** The path of a file of a record in a restricted space. */
export const privateDownloadPath = (reference: FileReference): string =>
  `/private_downloads/${sign(reference, 'private_download')}`;

const filePath =
  /^\/(?:rails\/active_storage\/(?:disk|representations\/redirect)|private_downloads)\/([\w-]+?--[\da-f]{40})(?:\/|$)/;

/** Returns the file that a path was made for; undefined for any other path, and if there is no such file any more. */
export function findFile(path: string, store: Store): { file: StoredFile; reference: string } | undefined {
  const signed = filePath.exec(path)?.[1];
  if (!signed) return undefined;
  const { data, pur } = readMessage(signed.split('--')[0]!);
  if (typeof data !== 'string' || sign(data, String(pur)) !== signed) return undefined;
  const [kind = '', id, field = ''] = data.split('/');
  const file = isKind(kind) ? findStoredFile(kind, Number(id), field, store) : undefined;
  return file && { file, reference: data };
}

function readMessage(message: string): { data?: unknown; pur?: unknown } {
  try {
    const content = JSON.parse(Buffer.from(message, 'base64url').toString()) as Record<string, object | undefined>;
    return content['_rails'] ?? {};
  } catch {
    return {};
  }
}

function findStoredFile(kind: Kind, id: number, field: string, store: Store): StoredFile | undefined {
  const value = (store.find(kind, id) as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'object' && value !== null && 'contentType' in value ? (value as StoredFile) : undefined;
}
/** The name of the platform's application in global ids; every deployment can have its own. */
const applicationName = 'plenum';

/** The platform's global id of a record, such as `gid://plenum/Decidim::User/4`; `className` is the Ruby class. */
export const globalId = (className: string, id: number): string => `gid://${applicationName}/${className}/${id}`;

/** A global id in the form of the signed ones. The signature is made up: nothing accepts it. */
export function signedGlobalId(className: string, id: number): string {
  const json = JSON.stringify({ _rails: { data: globalId(className, id), pur: 'default' } });
  const message = Buffer.from(json).toString('base64');
  return `${message}--${createHash('sha1').update(message).digest('hex')}`;
}
