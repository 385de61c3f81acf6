import type { Notification } from '@na-regua/contract/notifications'
import { useEffect, useRef, useState } from 'react'
import { newsSince } from '../rules.ts'

/** What just came in, in words for screen readers. */
export function useNews(notifications: readonly Notification[] | undefined) {
  const seen = useRef<ReadonlySet<string>>(undefined)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!notifications) return
    const news = newsSince(seen.current, notifications)
    seen.current = new Set([...(seen.current ?? []), ...notifications.map(({ id }) => id)])
    if (news.length > 0) setWords(`Nova notificação: ${news.map(({ title }) => title).join('. ')}`)
  }, [notifications])
  return words
}
