/**
 * Edit distance (insert, delete, substitute) from one pattern to many texts, a few operations for each letter of the
 * text: the columns of the table are held in the bits of a number (G. Myers 1999, in the form of H. Hyyrö 2001).
 */
export class BitDistance {
  /** By letter: the places of the pattern where it may stand. */
  private readonly places = new Int32Array(128);
  private length = 0;

  /** Forgets the pattern; the next has `length` letters. */
  clear(length: number): void {
    this.places.fill(0);
    this.length = length;
  }

  /** A letter that may stand at a place of the pattern. */
  allow(place: number, letter: number): void {
    this.places[letter & 127] = (this.places[letter & 127] as number) | (1 << place);
  }

  /** The pattern is of a length that this can compare. */
  get able(): boolean {
    return this.length > 0 && this.length <= LONGEST_PATTERN;
  }

  /** Distance of `text` in `[from, to)` from the pattern. */
  to(text: Uint8Array, from: number, to: number): number {
    const { places } = this;
    const top = 1 << (this.length - 1);
    let distance = this.length;
    let more = -1;
    let less = 0;
    for (let at = from; at < to; at++) {
      const equal = places[(text[at] as number) & 127] as number;
      const across = (((equal & more) + more) ^ more) | equal;
      let up = less | ~(across | more);
      let down = more & across;
      if ((up & top) !== 0) distance++;
      else if ((down & top) !== 0) distance--;
      up = (up << 1) | 1;
      down <<= 1;
      const stays = equal | less;
      more = down | ~(stays | up);
      less = up & stays;
    }
    return distance;
  }
}

const LONGEST_PATTERN = 31;
