/** Reads of typed arrays inside their length. One function per kind of array, so that each stays one machine instruction. */
export function f64(array: Float64Array, place: number): number {
  return array[place] as number
}

export function i32(array: Int32Array, place: number): number {
  return array[place] as number
}

export function u8(array: Uint8Array, place: number): number {
  return array[place] as number
}

/** The same numbers with more room behind them. */
export function enlarge<A extends Float64Array | Int32Array | Uint8Array>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length)
  larger.set(array)
  return larger
}
