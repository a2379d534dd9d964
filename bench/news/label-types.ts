/** A label: facts about a sentence, never its words. Offsets count UTF-16 units of the article's text. */
export interface LabelledName {
  /** Every place in the sentence where the party is named. */
  at: [start: number, end: number][];
  /** `A` accused, `C` convicted; `?` a reader may well disagree: counted neither as found nor as missed. */
  role: 'A' | 'C' | '?';
  /** Offences a careful reader would accept. */
  offences: string[];
}

export interface LabelledSentence {
  id: string;
  start: number;
  end: number;
  split: 'development' | 'held-out' | 'test' | 'final';
  stratum: string;
  /** Empty: nobody named in the sentence is accused or convicted of anything. */
  adverse: LabelledName[];
}
