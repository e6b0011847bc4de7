#!/usr/bin/env node
import module from 'node:module';

// Since Node.js 22.1, a start can read what an earlier one compiled.
(module as { enableCompileCache?(): unknown }).enableCompileCache?.();
await import('./run.ts');
