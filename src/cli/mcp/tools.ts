import { createControlTools } from './control-tools.ts';
import { checkDocuments, runDocument } from './document-tools.ts';
import { findExamples, searchSchema } from './schema-tools.ts';
import type { Tool } from './tool.ts';

/** Every tool of `plenum mcp`. */
export const listTools = (): Tool[] => [
  searchSchema,
  findExamples,
  runDocument,
  checkDocuments,
  ...createControlTools(),
];
