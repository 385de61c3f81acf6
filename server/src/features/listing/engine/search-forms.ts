/** ASCII characters that separate words in search_form(). */
const separators = /[^A-Za-z0-9\u0080-\u{10ffff}]+/gu
const isPlain = /^[a-z0-9]+$/

/**
 * search_form() of a lowercase word, without the spaces around it. Undefined when it has a character that `characters` does not have,
 * or when its form is not one word, as with a fraction: then only SQL knows what it matches.
 */
export function toSearchForm(word: string, characters: ReadonlyMap<string, string>): string | undefined {
  if (isPlain.test(word)) return word
  let form = ''
  for (const character of word) {
    const part = isPlain.test(character) ? character : characters.get(character)
    if (part === undefined) return undefined
    form += part
  }
  form = form.replace(separators, ' ').replace(/^ +| +$/g, '')
  return form === '' || form.includes(' ') ? undefined : form
}
