/** Breaks a line between words, so that every part fits; a longer word is cut. The parts after the first are indented. */
export function wrapLine(line: string, width: number, indentation = ''): string[] {
  const lines: string[] = [];
  let rest = line;
  const prefix = () => (lines.length === 0 ? '' : indentation);
  while ([...(prefix() + rest)].length > width) {
    const room = Math.max(1, width - prefix().length);
    const characters = [...rest];
    const space = characters.slice(0, room + 1).lastIndexOf(' ');
    const end = space > 0 ? space : room;
    lines.push(prefix() + characters.slice(0, end).join('').trimEnd());
    rest = characters.slice(end).join('').trimStart();
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, prefix() + rest];
}

const lengthOf = (text: string): number => [...text].length;

/** Aligns a table whose first row is the header; columns of numbers are right-aligned. */
function alignColumns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column]!))));
  const isNumeric = rows[0]!.map((_, column) => rows.slice(1).every((row) => /^\d+$/.test(row[column]!)));
  return rows.map((row) =>
    row
      .map((text, column) => {
        const padding = ' '.repeat(widths[column]! - lengthOf(text));
        return isNumeric[column] ? padding + text : text + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Puts as many words on each line as fit, with commas between them. */
function joinWords(words: string[], width: number): string[] {
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const text = index < words.length - 1 ? `${word},` : word;
    const longer = `${lines.at(-1)} ${text}`;
    if (lines.length > 0 && lengthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}

/** One block for each row: its first cell, and below it the others with their column titles. */
function stackRows([header, ...rows]: string[][], width: number): string[] {
  return rows.flatMap(([title, ...cells]) => {
    const pairs = cells.map((cell, index) =>
      /^\d+$/.test(cell) ? `${cell} ${header![index + 1]}` : `${header![index + 1]}: ${cell}`,
    );
    const shown = pairs.filter((pair) => !pair.startsWith('0 '));
    return [...wrapLine(title!, width), ...joinWords(shown, width - 2).map((line) => `  ${line}`)];
  });
}

/** Formats a table whose first row is the header: in columns if they fit into the width, or else as a block for each row. */
export function formatTable(rows: string[][], width: number, styleHeader: (text: string) => string): string[] {
  const [header, ...lines] = alignColumns(rows);
  if ([header!, ...lines].every((line) => lengthOf(line) <= width)) return [styleHeader(header!), ...lines];
  return stackRows(rows, width);
}
