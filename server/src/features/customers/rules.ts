/** Tags as they are stored: trimmed, without blanks and repetitions. */
export function cleanTags(tags: readonly string[]): string[] {
  const seen = new Map(tags.map((tag) => [tag.trim().toLowerCase(), tag.trim()]))
  return [...seen.values()].filter(Boolean)
}
