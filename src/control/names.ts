/** The pattern of the name of a session or a snapshot: it can be a part of a URL, which "." and ".." cannot. */
export const namePattern = String.raw`^(?!\.{1,2}$)[\w.:-]{1,100}$`;

/** What a name must be. */
export const nameDescription = 'a name with 1 to 100 letters, digits or characters of "._:-", other than "." and ".."';

/** The header and the cookie that name the session of a request. */
export const sessionHeader = 'x-plenum-session';
