import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The values of the placeholders in cases for the demo world. */
export const demoPlaceholders = JSON.parse(
  readFileSync(new URL('demo-placeholders.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;

/** The folder of the demo world. */
export const demoWorldFolder = fileURLToPath(new URL('../../fixtures/world', import.meta.url));
