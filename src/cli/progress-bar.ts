/** How far a run is. */
export interface RunProgress {
  /** What is counted. Default: cases. */
  unit?: string;
  completed: number;
  total: number;
  failed: number;
  elapsedMs: number;
}

const maxBarWidth = 30;
// An estimate from a few cases is wrong by far.
const minCompletedForEstimate = 5;

/** Formats a duration of at least a second, such as `45 s` or `3 min 20 s`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function describeTimeLeft({ completed, total, elapsedMs }: RunProgress): string | undefined {
  if (completed < minCompletedForEstimate || completed === total) return undefined;
  return `${formatDuration((elapsedMs / completed) * (total - completed))} left`;
}

/** A line such as `50 of 375 cases, 2 failed, 12 s left`. */
export function progressLine(progress: RunProgress): string {
  const { unit = 'cases', completed, total, failed } = progress;
  const timeLeft = describeTimeLeft(progress);
  return [`${completed} of ${total} ${unit}`, ...(failed > 0 ? [`${failed} failed`] : []), timeLeft]
    .filter(Boolean)
    .join(', ');
}

/** The line with a bar before it, no longer than `columns`. */
export function progressBar(progress: RunProgress, columns: number): string {
  const line = progressLine(progress);
  // The last column stays empty, because some terminals break the line there.
  const width = Math.min(maxBarWidth, columns - line.length - 2);
  if (width < 5) return line.slice(0, Math.max(0, columns - 1));
  const filled = Math.round((progress.completed / progress.total) * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${line}`;
}
