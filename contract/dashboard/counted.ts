/**
 * The audit log and the list of calls grow without end, so that theirs are counted up to here: a `total` of one more
 * stands for any number beyond.
 */
export const COUNTED_TO = 10_000;
