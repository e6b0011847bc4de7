import { Readable, pipeline } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../contract/server-dialect.ts';

const stepMs = 50;

/** Lets the body of a response be sent with so many kilobits in a second. */
export function limitBandwidth(ctx: Context, kilobits: number): void {
  // A kilobit a second is a bit, or an eighth of a byte, in a millisecond.
  const stepBytes = Math.max(1, Math.floor((kilobits * stepMs) / 8));
  const { body, res } = ctx;
  if (body instanceof Readable) {
    ctx.body = Readable.from(sendInSteps(body, stepBytes));
    return;
  }
  // The recorded requests have the body as a whole, so it is divided when Koa sends it.
  const end = res.end.bind(res);
  res.end = (whole?: unknown) => {
    res.end = end;
    if (typeof whole !== 'string' && !Buffer.isBuffer(whole)) return end();
    pipeline(Readable.from(sendInSteps([Buffer.from(whole as string)], stepBytes)), res, () => {});
    return res;
  };
}

/** Yields the bytes of some chunks in steps, each after its time. */
async function* sendInSteps(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, stepBytes: number) {
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += stepBytes) {
      await setTimeout(stepMs);
      yield chunk.subarray(start, start + stepBytes);
    }
}
