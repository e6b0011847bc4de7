/** How long the other work of the process may have to wait for a turn. */
const maxTurnMs = 2;
/** The pause after a turn that did not get to the end. A request takes many rounds of the event loop: without it, each would wait for a turn. */
const pauseMs = 18;

const waiting = new Set<() => void>();
let scheduled = false;

function runTurn(): void {
  scheduled = false;
  const end = performance.now() + maxTurnMs;
  for (const task of waiting) {
    waiting.delete(task);
    task();
    if (performance.now() > end) break;
  }
  if (waiting.size === 0) return;
  scheduled = true;
  setTimeout(runTurn, pauseMs);
}

/** Runs a task soon, once. Tasks run in turns of about 2 ms, or of one task that takes longer, with pauses of 18 ms for other work. */
export function runSoon(task: () => void): void {
  waiting.add(task);
  if (scheduled) return;
  scheduled = true;
  setImmediate(runTurn);
}

/** Does not run a task. */
export const cancel = (task: () => void): void => void waiting.delete(task);
