interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Asked at once: with more on the way, later questions gather meanwhile. */
const UNDER_WAY = 2;
const MOST = 64;

/**
 * Puts questions that come at the same time into one: a statement costs the database and its driver far more than
 * what it asks about. A question that comes alone is asked at once.
 */
export class Together<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Question, Answer>[] = [];
  #underWay = 0;
  #planned = false;

  /** @param ask answers questions in their order; where it fails, all that were asked with it fail */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#ask = ask;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#plan();
    });
  }

  /** At the end of this turn of the event loop, in which others may still come. */
  #plan(): void {
    if (this.#planned || this.#underWay >= UNDER_WAY) return;
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      void this.#run(this.#waiting.splice(0, MOST));
    });
  }

  async #run(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    this.#underWay += 1;
    if (this.#waiting.length > 0) this.#plan();
    try {
      const answers = await this.#ask(batch.map(({ question }) => question));
      batch.forEach(({ resolve, reject }, i) => {
        const answer = answers[i];
        if (answer === undefined) reject(new Error('A question was left without an answer'));
        else resolve(answer);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#underWay -= 1;
      if (this.#waiting.length > 0) this.#plan();
    }
  }
}
