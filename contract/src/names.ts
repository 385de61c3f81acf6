/**
 * Invisible or reordering characters: zero-width and bidirectional ones, variation selectors, tags, private use, and the blank
 * characters that Unicode does not count as white space. With them two names look the same, or a name reads as another text.
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

/** The message for a name that is blank or not allowed; undefined for a valid one. The same in the server and in forms. */
export function findNameProblem(name: string, blank: string): string | undefined {
  const clean = normalizeName(name)
  if (!clean) return blank
  return hasWebAddress(clean) ? NAME_WITH_WEB_ADDRESS : undefined
}

/** With a scheme, with www, or a domain of the usual kinds. */
const webAddress =
  /:\/\/|www\.|[\p{L}\d]\.(?:com|net|org|info|br|ly|me|io|app|link|site|xyz|online|shop|club|top|gl|cc)(?![\p{L}\d])/iu

/** Whether a normalized name contains a web address, in full-width characters too. Email programs turn it into a link. */
export function hasWebAddress(name: string): boolean {
  return webAddress.test(name.normalize('NFKC'))
}

/** An address as it is stored and compared: pasted ones may have spaces around them and invisible characters inside. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFC').replaceAll(invisible, '').trim()
}
