/** A Brazilian number of 10 or 11 digits in E.164. */
export function toE164(digits: string): string {
  return `+55${digits}`
}

/** Tags as they are stored: trimmed, without blanks and repetitions. */
export function cleanTags(tags: readonly string[]): string[] {
  const seen = new Map(tags.map((tag) => [tag.trim().toLowerCase(), tag.trim()]))
  return [...seen.values()].filter(Boolean)
}
