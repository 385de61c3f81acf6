import { useEffect, useState } from 'react'
import { isWorthKeeping, parseDraft, type ShopDraft } from './rules.ts'

const keyOf = (userId: string) => `shop-draft:${userId}`

/** The draft that this person left in this browser. */
export function readDraft(userId: string) {
  try {
    return parseDraft(localStorage.getItem(keyOf(userId)))
  } catch {
    // Blocked storage keeps nothing.
    return undefined
  }
}

export function forgetDraft(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Blocked storage has nothing to forget.
  }
}

function keepDraft(userId: string, draft: ShopDraft) {
  try {
    if (isWorthKeeping(draft)) localStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // Full or blocked storage: the draft then lives as long as the page.
  }
}

/** A draft that is kept with every change, so that a closed dialog or a reloaded page loses nothing. */
export function useDraft(userId: string, begun: ShopDraft) {
  const [draft, setDraft] = useState(begun)
  useEffect(() => keepDraft(userId, draft), [userId, draft])
  return [draft, setDraft] as const
}
