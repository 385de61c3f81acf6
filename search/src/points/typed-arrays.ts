/** Reads within the length of a typed array. One function per array type keeps each call site monomorphic. */
export function f64(array: Float64Array, index: number): number {
  return array[index] as number
}

export function i32(array: Int32Array, index: number): number {
  return array[index] as number
}

export function u8(array: Uint8Array, index: number): number {
  return array[index] as number
}

/** A copy with a larger capacity. */
export function enlarge<A extends Float64Array | Int32Array | Uint8Array>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length)
  larger.set(array)
  return larger
}
