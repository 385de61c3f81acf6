/** Rows of the matrix, reused by all calls. */
let before = new Uint8Array(64)
let last = new Uint8Array(64)
let next = new Uint8Array(64)

/** Wrong, missing, doubled and exchanged characters between two words of at most sixty characters; more than `max` counts as `max + 1`. */
export function countEdits(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max || one.length > 60 || other.length > 60) return max + 1
  for (let column = 0; column <= other.length; column++) last[column] = column
  for (let row = 1; row <= one.length; row++) {
    next[0] = row
    let best = row
    for (let column = 1; column <= other.length; column++) {
      const value = cheapestEdit(one, other, row, column)
      next[column] = value
      if (value < best) best = value
    }
    if (best > max) return max + 1
    ;[before, last, next] = [last, next, before]
  }
  return Math.min(last[other.length] as number, max + 1)
}

function cheapestEdit(one: string, other: string, row: number, column: number): number {
  const isSame = one[row - 1] === other[column - 1]
  const replaced = (last[column - 1] as number) + (isSame ? 0 : 1)
  const shifted = Math.min(last[column] as number, next[column - 1] as number) + 1
  const isExchanged = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
  return Math.min(replaced, shifted, isExchanged ? (before[column - 2] as number) + 1 : 255)
}

/** How many typos a word of this length may have. */
export function maxTyposOf(length: number): number {
  if (length < 5) return 0
  return length < 9 ? 1 : 2
}
