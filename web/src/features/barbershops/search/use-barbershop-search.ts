import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { searchQuery } from '../queries.ts'

const DEBOUNCE_MS = 300
const FEWEST_LETTERS = 2

function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Shops for what is being typed. A newer word aborts the older call; a failed one finds nothing. */
export function useBarbershopSearch(typed: string, place: Coordinates) {
  const words = typed.trim()
  const settled = useDebounced(words)
  const isLongEnough = words.length >= FEWEST_LETTERS
  const { data, isFetching } = useQuery({
    ...searchQuery(settled, place),
    enabled: isLongEnough && settled.length >= FEWEST_LETTERS,
  })
  const isWaiting = isLongEnough && (settled !== words || isFetching)
  return { isLongEnough, isWaiting, shops: isLongEnough && !isWaiting ? (data?.barbershops ?? []) : [] }
}
