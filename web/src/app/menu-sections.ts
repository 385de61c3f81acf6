import type { Role } from '@na-regua/contract/accounts'

export type MenuSection = { title: string; links: { to: string; label: string }[] }

/** What the user menu offers to each role, besides leaving. A page joins its section here when it exists. */
export function menuSections(_role: Role): MenuSection[] {
  return []
}
