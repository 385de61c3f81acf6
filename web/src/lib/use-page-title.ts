import { useEffect } from 'react'
import { BRAND } from './brand.ts'

/** The title of a page that learns its name from a query, when one came here without the server's `meta`. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} · ${BRAND}`
  }, [title])
}
