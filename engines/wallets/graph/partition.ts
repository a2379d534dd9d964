/**
 * Sorting by node as processors like it: edges are first dealt into at most 256 buckets by the upper bits of the
 * node, each bucket written from its beginning to its end, and then sorted bucket by bucket, in places that the cache
 * holds. A counting sort over all nodes at once waits for memory at every edge once there are some millions of them.
 */

/** A bucket holds at least this many nodes. */
const LEAST_BITS = 16;
const MOST_BUCKETS = 256;

export type Column = Uint32Array | Float64Array;

/** How edges are dealt: the node's upper bits are the bucket, and where each bucket begins. */
export type Buckets = { shift: number; starts: Uint32Array };

/** Counts the edges of each bucket. */
export function bucketsOf(keys: Uint32Array, count: number, nodes: number): Buckets {
  let shift = LEAST_BITS;
  while (nodes >>> shift >= MOST_BUCKETS) shift++;
  const starts = new Uint32Array((nodes >>> shift) + 2);
  for (let i = 0; i < count; i++) starts[(keys[i]! >>> shift) + 1]!++;
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!;
  return { shift, starts };
}

/** Deals a column of words into buckets; equal keys stay in order. */
export function dealWords(
  keys: Uint32Array,
  count: number,
  { shift, starts }: Buckets,
  from: Uint32Array,
): Uint32Array {
  const at = starts.slice();
  const dealt = new Uint32Array(count);
  for (let i = 0; i < count; i++) dealt[at[keys[i]! >>> shift]!++] = from[i]!;
  return dealt;
}

/** Deals a column of numbers into buckets; equal keys stay in order. */
export function dealNumbers(
  keys: Uint32Array,
  count: number,
  { shift, starts }: Buckets,
  from: Float64Array,
): Float64Array {
  const at = starts.slice();
  const dealt = new Float64Array(count);
  for (let i = 0; i < count; i++) dealt[at[keys[i]! >>> shift]!++] = from[i]!;
  return dealt;
}

/**
 * Sorts dealt edges by node, bucket by bucket; equal keys stay in order.
 * @param put told, for each bucket: where it begins, and for each edge of it in the dealt order its place when sorted
 * @returns where each node's edges end
 */
export function sortBuckets(
  keys: Uint32Array,
  { shift, starts }: Buckets,
  nodes: number,
  put: (start: number, places: Uint32Array) => void,
): Uint32Array {
  const ends = new Uint32Array(nodes + 1);
  let room = new Uint32Array(0);
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const [start, end] = [starts[bucket]!, starts[bucket + 1]!];
    const first = bucket << shift;
    const last = Math.min(nodes, first + (1 << shift));
    for (let i = start; i < end; i++) ends[keys[i]!]!++;
    let begin = start;
    for (let node = first; node < last; node++) {
      const degree = ends[node]!;
      ends[node] = begin;
      begin += degree;
    }
    if (room.length < end - start) room = new Uint32Array(Math.ceil((end - start) * 1.2));
    const places = room.subarray(0, end - start);
    // Each node's entry runs from where its edges begin to where they end.
    for (let i = start; i < end; i++) places[i - start] = ends[keys[i]!]!++;
    put(start, places);
  }
  return ends;
}

/** Puts a bucket of dealt words into their places. */
export function placeWords(dealt: Uint32Array, start: number, places: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < places.length; i++) into[places[i]!] = dealt[start + i]!;
}

/** Puts a bucket of dealt numbers into their places. */
export function placeNumbers(dealt: Float64Array, start: number, places: Uint32Array, into: Float64Array): void {
  for (let i = 0; i < places.length; i++) into[places[i]!] = dealt[start + i]!;
}
