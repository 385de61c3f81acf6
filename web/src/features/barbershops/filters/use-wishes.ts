import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readWishes, type Wishes, writeWishes } from './rules.ts'

/**
 * The wishes of the address. Changing them replaces the address, so that "back" leaves the page instead of undoing filters.
 * A press counts at once; the address follows a moment later, and the next press may come before it.
 */
export function useWishes() {
  const [address, setAddress] = useSearchParams()
  const [pressed, setPressed] = useState<{ at: string; wishes: Wishes }>()
  const here = address.toString()
  if (pressed && pressed.at !== here) setPressed(undefined)

  function setWishes(wishes: Wishes) {
    setPressed({ at: here, wishes })
    setAddress((current) => writeWishes(current, wishes), { replace: true, preventScrollReset: true })
  }

  return [pressed?.at === here ? pressed.wishes : readWishes(address), setWishes] as const
}
