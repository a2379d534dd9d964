/** A line of progress on a terminal; silent where standard error is none, so that logs and pipes stay clean. */
export class Progress {
  readonly #stream: { isTTY?: boolean; write(text: string): unknown };
  readonly #now: () => number;
  #shown = false;
  #last = Number.NEGATIVE_INFINITY;

  constructor(stream: { isTTY?: boolean; write(text: string): unknown }, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Shows `text` instead of the line before, at most ten times a second. */
  show(text: string): void {
    if (this.#stream.isTTY !== true) return;
    const now = this.#now();
    if (now - this.#last < 100) return;
    this.#last = now;
    this.#shown = true;
    this.#stream.write(`\r\u001B[K${text}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#shown) this.#stream.write('\r\u001B[K');
    this.#shown = false;
    this.#last = Number.NEGATIVE_INFINITY;
  }
}
