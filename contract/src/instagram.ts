import { INSTAGRAM_PATTERN, MAX_INSTAGRAM, matchesPattern } from './text-limits.ts'

/** The message for a text that names no account. */
export const INSTAGRAM_PROBLEM = 'Escreva só o usuário do Instagram, como navalha.de.ouro, ou cole o link do perfil.'

/** The address of a profile and nothing below it. Without a protocol, too: people copy it from the app and from their browser. */
const profileLink = /^(?:https?:\/\/)?(?:www\.|m\.)?(?:instagram\.com|instagr\.am)\/@?([^/?#]+)\/?(?:[?#].*)?$/

/**
 * The handle of an Instagram account as it is stored: '@Navalha.Ouro' and 'https://www.instagram.com/navalha.ouro/?hl=pt' are both
 * 'navalha.ouro'. Undefined for what can be none, such as the link of a post.
 */
export function parseInstagram(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const handle = profileLink.exec(typed)?.[1] ?? typed.replace(/^@/, '')
  const isHandle = handle.length <= MAX_INSTAGRAM && matchesPattern(INSTAGRAM_PATTERN, handle)
  return isHandle ? handle : undefined
}

/** Why a text is no account, with the message for users. An empty one is none, and no problem. */
export function findInstagramProblem(text: string): string | undefined {
  return text.trim() === '' || parseInstagram(text) !== undefined ? undefined : INSTAGRAM_PROBLEM
}
