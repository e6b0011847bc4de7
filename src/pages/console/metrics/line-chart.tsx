import { useId } from 'react';

/** The values of one line, one for each time; null where there is none. */
export interface Series {
  name: string;
  unit: string;
  values: readonly (number | null)[];
}

interface Props {
  title: string;
  /** Milliseconds since 1970. */
  times: readonly number[];
  /** At most four, with at most two units: the scale of the first is at the left, that of the second at the right. */
  series: readonly Series[];
}

const [width, height] = [480, 160];
const shownRows = 10;

/** A chart of lines over the time, with its values as a text and as a table. */
export function LineChart({ title, times, series }: Props) {
  const id = useId();
  const units = [...new Set(series.map(({ unit }) => unit))];
  const scales = new Map(units.map((unit) => [unit, highestOf(series.filter((each) => each.unit === unit))]));
  const latest = series.map(({ name, unit, values }) => `${name}: ${withUnit(values.at(-1) ?? null, unit)}`);
  return (
    <section className="card chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <svg viewBox={`0 0 ${width} ${height + 12}`} role="img" aria-label={`${title}. Now: ${latest.join(', ')}.`}>
        <line className="axis" x1="0" y1={height} x2={width} y2={height} />
        {units.map((unit, index) => (
          <text key={unit} x={index === 0 ? 0 : width} y="10" textAnchor={index === 0 ? 'start' : 'end'}>
            {format(scales.get(unit)!)} {unit}
          </text>
        ))}
        {series.map(({ name, unit, values }, index) => (
          <path key={name} className={`line line-${index}`} d={pathOf(values, times, scales.get(unit)!)} />
        ))}
      </svg>
      <ul className="legend">
        {latest.map((text, index) => (
          <li key={series[index]!.name}>
            <svg viewBox="0 0 24 6" aria-hidden="true">
              <path className={`line line-${index}`} d="M0 3H24" />
            </svg>
            {text}
          </li>
        ))}
      </ul>
      <details>
        <summary>
          Table <span className="hidden">of {title}</span>
        </summary>
        <Table {...{ title, times, series }} />
      </details>
    </section>
  );
}

const Table = ({ title, times, series }: Props) => (
  <div className="scroll" role="region" aria-label={`Table of ${title}`} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ name, unit }) => (
            <th key={name} scope="col">
              {name} ({unit})
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times
          .map((time, index) => (
            <tr key={time}>
              <th scope="row">{new Date(time).toLocaleTimeString('sv-SE')}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? null)}</td>
              ))}
            </tr>
          ))
          .slice(-shownRows)
          .toReversed()}
      </tbody>
    </table>
  </div>
);

/** The highest value, or 1 if all are 0. */
const highestOf = (series: readonly Series[]): number =>
  Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))) || 1;

/** The path of a line; values that are missing interrupt it. */
function pathOf(values: Series['values'], times: readonly number[], highest: number): string {
  const [first = 0] = times;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  let isConnected = false;
  return values
    .map((value, index) => {
      const command = isConnected ? 'L' : 'M';
      isConnected = value !== null;
      if (value === null) return '';
      const x = ((times[index]! - first) / span) * width;
      const y = height - (value / highest) * (height - 16);
      // A value between two that are missing is a dot.
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}${command === 'M' ? 'h4' : ''}`;
    })
    .join('');
}

const withUnit = (value: number | null, unit: string): string =>
  value === null ? format(value) : `${format(value)} ${unit}`;

const format = (value: number | null): string =>
  value === null ? 'none' : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
