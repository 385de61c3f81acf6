/**
 * Invisible or reordering characters: zero-width and bidirectional ones, variation selectors, tags, private use, and the blank
 * letters and signs that Unicode does not count as white space. With them two names look the same, or a name reads as another text.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\u2800]/gu

/** One line of visible characters with single spaces: names appear in headings, subjects and greetings of emails. May be empty. */
export function normalizeName(name: string): string {
  return name
    .replaceAll(invisible, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

export const NAME_WITH_WEB_ADDRESS = 'O nome não pode ter o endereço de um site.'

/** Whether a normalized name contains a web address, in full-width letters too. Email programs turn it into a link. */
export function hasWebAddress(name: string): boolean {
  return /:\/\/|www\./i.test(name.normalize('NFKC'))
}
