import { runTogether } from './run-together.ts';

await runTogether(1);
