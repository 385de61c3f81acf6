/** What queries with one filter have learned of the nodes of a tree, until one of their points changes. */
export type KnownMatches = {
  /** By node: the number of matches, −1 where they are not known. What else is known of a node holds only where this is. */
  counts: Int32Array
  /** By leaf: a bit for each of its members, set for a match. */
  members: Int32Array
  /** By node, for filters that depend on the time: the last minute for which its matches hold. */
  validUntil: Int32Array | undefined
  lowestKeys: LowestKeys | undefined
  /** Whether those of another filter may take their place. */
  isEvictable: boolean
}

/** By node the lowest sort keys of the matches, of all and of the leading ones; Infinity without a match, NaN where they are not known. */
export type LowestKeys = { sortKey: number; ofAll: Float64Array; ofLeading: Float64Array }
