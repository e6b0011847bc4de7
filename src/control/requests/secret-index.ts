interface Node {
  /** What follows in the only secret that goes on here; undefined if there are several. */
  rest: string | undefined;
  /** The nodes after this one, by UTF-16 code unit. */
  next: Map<number, Node> | undefined;
  /** Whether a secret ends here. */
  isEnd: boolean;
}

// A shorter secret can be a part of an ordinary word.
const minDistinctLength = 8;

const isLetterOrDigit = (text: string, index: number): boolean => /[A-Za-z0-9]/.test(text.charAt(index));

/** Whether a secret at this place of a text counts: a short one must be a whole word. */
const isWhole = (text: string, start: number, end: number): boolean =>
  end - start >= minDistinctLength || !(isLetterOrDigit(text, start - 1) || isLetterOrDigit(text, end));

/** Finds secrets in texts. The time depends on the length of the text, not on the number of secrets: they are a tree of their characters. */
export class SecretIndex {
  readonly #root: Node = { rest: undefined, next: new Map(), isEnd: false };

  add(secret: string): void {
    let node = this.#root;
    for (let index = 0; index < secret.length; index++) {
      node.next ??= new Map();
      const code = secret.charCodeAt(index);
      const next = node.next.get(code);
      if (!next) {
        node.next.set(code, { rest: secret.slice(index + 1), next: undefined, isEnd: false });
        return;
      }
      const { rest } = next;
      if (rest === secret.slice(index + 1)) return;
      if (rest !== undefined) branch(next, rest);
      node = next;
    }
    node.isEnd = true;
  }

  /** Whether a text contains a secret. */
  isIn(text: string): boolean {
    for (let start = 0; start < text.length; start++) if (this.#isAt(text, start)) return true;
    return false;
  }

  #isAt(text: string, start: number): boolean {
    let node: Node | undefined = this.#root;
    for (let index = start; ;) {
      node = node.next?.get(text.charCodeAt(index++));
      if (!node) return false;
      if (node.rest !== undefined)
        return text.startsWith(node.rest, index) && isWhole(text, start, index + node.rest.length);
      if (node.isEnd && isWhole(text, start, index)) return true;
    }
  }
}

/** Turns the rest of a secret into a node of its own, because another secret goes on differently. */
function branch(node: Node, rest: string): void {
  node.rest = undefined;
  if (rest === '') node.isEnd = true;
  else node.next = new Map([[rest.charCodeAt(0), { rest: rest.slice(1), next: undefined, isEnd: false }]]);
}
