import { findInstagramProblem, parseInstagram } from '@na-regua/contract/instagram'

/** The public address of an account. */
export function instagramHref(handle: string) {
  return `https://www.instagram.com/${handle}/`
}

/** What a typed account opens, and why it is none; neither for an empty text. */
export function describeTypedInstagram(text: string): { opens?: string; problem?: string } {
  const handle = parseInstagram(text)
  return handle === undefined ? { problem: findInstagramProblem(text) } : { opens: `instagram.com/${handle}` }
}
