const runs = /[\p{L}\p{N}]+/gu
const isPlain = /^[a-z0-9]+$/

/** The distinct trigrams of a word as pg_trgm makes them: two spaces before and one after each run of letters and digits. */
export function toTrigrams(word: string): string[] {
  if (isPlain.test(word)) return [...new Set(listTrigrams(`  ${word} `))]
  const trigrams = new Set<string>()
  for (const [run] of word.matchAll(runs)) for (const trigram of listTrigrams([...`  ${run} `])) trigrams.add(trigram)
  return [...trigrams]
}

function listTrigrams(characters: string | readonly string[]): string[] {
  const trigrams: string[] = []
  for (let at = 0; at + 3 <= characters.length; at++) {
    const trigram = characters.slice(at, at + 3)
    trigrams.push(typeof trigram === 'string' ? trigram : trigram.join(''))
  }
  return trigrams
}
