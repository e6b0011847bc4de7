import type { CreateRequestListener } from '../../conformance/targets/in-process.ts';

/** One small way in which a stand-in is wrong. */
export interface Mutant {
  /** What the broken server does, in plain words; never given to another breakage. */
  name: string;
  /** The folder of the cases that it concerns. */
  operation: string;
  /** The id of the case whose fact it breaks. */
  killedBy: string;
  /** Makes the broken stand-in; `onBug` is told of what it did not mean to do. */
  build(onBug: (error: Error) => void): CreateRequestListener;
}
