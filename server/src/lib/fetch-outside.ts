/** The longest answer that any service of others gives us, the cities of the largest state, is a tenth of this. */
const LONGEST_BYTES = 4 * 1024 * 1024

/**
 * `fetch` for servers that are not ours. An answer that does not end, or is far longer than it should be, fails like a line that was
 * cut instead of filling our memory. How long it may take says the caller's signal.
 */
export const fetchOutside: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { redirect: 'error', ...init })
  if (!answer.body) return answer
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(limitBytes(LONGEST_BYTES)), { status, statusText, headers })
}

function limitBytes(longest: number) {
  let passed = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      passed += piece.byteLength
      if (passed > longest) controller.error(new Error('the answer is too long'))
      else controller.enqueue(piece)
    },
  })
}
