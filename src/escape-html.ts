const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes some of the special characters of HTML and XML in a text: by default those that are special between tags. */
export const escapeHtml = (text: string, characters = /[&<>]/g): string =>
  text.replaceAll(characters, (character) => entities[character]!);
