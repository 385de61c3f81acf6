/** A word of more points than this has no list, unless it is less than one point in sixteen. */
const MIN_FREQUENT = 4096

type Posting = { count: number; points: number[] | undefined }

/**
 * How many points have each word, and which. A frequent word is found in any neighbourhood after a few points, so its list is dropped; that
 * also bounds the time to remove a point from a list.
 */
export class PostingLists {
  /** By word. */
  readonly #postings = new Map<number, Posting>()

  add(word: number, point: number, allPoints: number) {
    const posting = this.#postings.get(word) ?? { count: 0, points: [] }
    this.#postings.set(word, posting)
    posting.count++
    posting.points?.push(point)
    if (posting.count > MIN_FREQUENT && posting.count > allPoints >> 4) posting.points = undefined
  }

  remove(word: number, point: number) {
    const posting = this.#postings.get(word) as Posting
    posting.count--
    if (!posting.points) return
    const last = posting.points.pop() as number
    if (last !== point) posting.points[posting.points.indexOf(point)] = last
  }

  count(word: number): number {
    return this.#postings.get(word)?.count ?? 0
  }

  /** Undefined for a frequent word. */
  list(word: number): readonly number[] | undefined {
    const posting = this.#postings.get(word)
    return posting ? posting.points : []
  }
}
