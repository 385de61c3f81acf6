import { useState } from 'react'
import { useAddress } from '../../../lib/use-address.ts'
import { formatFilters, parseFilters, type SearchFilters } from './rules.ts'

/** The wishes of the address. A press counts at once; the address follows a moment later, and the next press may come before it. */
export function useFilters() {
  const [address, changeAddress] = useAddress()
  const [pressed, setPressed] = useState<{ at: string; wishes: SearchFilters }>()
  const here = address.toString()
  const wishes = pressed?.at === here ? pressed.wishes : parseFilters(address)
  if (pressed && pressed.at !== here) setPressed(undefined)

  function setWishes(wanted: SearchFilters) {
    const change = findChange(wishes, wanted)
    setPressed((last) => ({ at: here, wishes: { ...(last ? last.wishes : wishes), ...change } }))
    void changeAddress((current) => formatFilters(current, { ...parseFilters(current), ...change }))
  }

  return [wishes, setWishes] as const
}

/** Only what a press changed: another press may have changed the rest meanwhile. */
function findChange(from: SearchFilters, to: SearchFilters): Partial<SearchFilters> {
  const keys = Object.keys({ ...from, ...to }) as (keyof SearchFilters)[]
  return Object.fromEntries(keys.filter((key) => to[key] !== from[key]).map((key) => [key, to[key]]))
}
