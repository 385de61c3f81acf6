import { useEffect, useState } from 'react'
import { createStoredValue } from '../../../lib/use-stored-value.ts'
import { type BarbershopDraft, isWorthSaving, parseDraft } from './rules.ts'

const openDraft = (userId: string) => createStoredValue({ key: `shop-draft:${userId}`, parse: parseDraft })

export const loadDraft = (userId: string) => openDraft(userId).read()

export const deleteDraft = (userId: string) => void openDraft(userId).write(undefined)

/** Saves each change, so that closing the dialog or reloading the page loses nothing. */
export function useStoredDraft(userId: string, initialDraft: BarbershopDraft) {
  const [draft, setDraft] = useState(initialDraft)
  useEffect(() => {
    if (isWorthSaving(draft)) openDraft(userId).write(draft)
  }, [userId, draft])
  return [draft, setDraft] as const
}
