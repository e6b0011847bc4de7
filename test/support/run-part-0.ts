import { runPart } from './run-together.ts';

await runPart(0);
