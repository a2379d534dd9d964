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
  split:
    | 'development'
    | 'held-out'
    | 'test'
    | 'final'
    | 'fresh'
    | 'practice'
    | 'fresh-read'
    | 'rest-1'
    | 'rest-2'
    | 'fit-4'
    | 'final-4'
    | 'final-5';
  stratum: string;
  /** Offsets are of the title; absent: of the text. */
  field?: 'TITLE';
  /** Empty: nobody named in the sentence is accused or convicted of anything. */
  adverse: LabelledName[];
  /** In `fresh`, `rest-1`, `rest-2`, `fit-4`, `final-4` and `final-5`: parties that must not be accused. */
  others?: OtherName[];
}

/** `V` victim, plaintiff or accuser; `O` official, lawyer or outside speaker; `W` witness; `N` cleared. */
export interface OtherName {
  at: [start: number, end: number][];
  role: 'V' | 'O' | 'W' | 'N';
}
