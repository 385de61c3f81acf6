/** Longer than this nobody waits to be logged out. */
const PATIENCE_MS = 3000

type Work = () => Promise<unknown>
const works = new Set<Work>()

/** Something that the server must still hear in the person's name when he logs out. Answers how to take it off. */
export function runBeforeLogout(work: Work) {
  works.add(work)
  return () => void works.delete(work)
}

/** Settles when it was told, or when that takes too long. */
export async function finishBeforeLogout() {
  if (works.size === 0) return
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([Promise.allSettled([...works].map((work) => work())), patience])
}
