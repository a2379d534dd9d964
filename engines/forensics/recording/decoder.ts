/** What an examination needs of a decoder that it does not hold itself: programs are started outside of engines. */

/** A picture of a video as it is shown. */
export interface Frame {
  /** Three bytes a pixel, red, green, blue, rows from the top. */
  data: Uint8Array;
  width: number;
  height: number;
}

export interface PictureChoice {
  /** Pictures that stand by themselves alone, which are quick to reach; else all of the first seconds. */
  keysOnly: boolean;
  seconds: number;
  /** One of so many is taken, from the first on. */
  every: number;
  most: number;
  longestSide: number;
}

export interface RecordingDecoder {
  /** As it tells its version, for the record. */
  name: string;
  /**
   * One channel (the mean of all) of the first sound, as it comes.
   * @param rate samples a second, as the file states them
   * @throws MediaRefused where nothing can be decoded
   */
  sound(rate: number): AsyncIterable<Float32Array>;
  /**
   * Some pictures, in the order in which they are shown.
   * @throws MediaRefused where nothing can be decoded
   */
  pictures(wanted: PictureChoice): AsyncIterable<Frame>;
  /** Every picture of the first seconds in shades of grey, made small; a byte a pixel, width × height of `size`. */
  thumbnails(seconds: number, size: { width: number; height: number }): AsyncIterable<Uint8Array>;
}
