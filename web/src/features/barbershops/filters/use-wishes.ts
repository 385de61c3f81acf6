import { useState } from 'react'
import { useAddress } from '../../../lib/use-address.ts'
import { readWishes, type Wishes, writeWishes } from './rules.ts'

/** The wishes of the address. A press counts at once; the address follows a moment later, and the next press may come before it. */
export function useWishes() {
  const [address, changeAddress] = useAddress()
  const [pressed, setPressed] = useState<{ at: string; wishes: Wishes }>()
  const here = address.toString()
  const wishes = pressed?.at === here ? pressed.wishes : readWishes(address)
  if (pressed && pressed.at !== here) setPressed(undefined)

  function setWishes(wanted: Wishes) {
    const change = findChange(wishes, wanted)
    setPressed((last) => ({ at: here, wishes: { ...(last ? last.wishes : wishes), ...change } }))
    void changeAddress((current) => writeWishes(current, { ...readWishes(current), ...change }))
  }

  return [wishes, setWishes] as const
}

/** Only what a press changed: another press may have changed the rest meanwhile. */
function findChange(from: Wishes, to: Wishes): Partial<Wishes> {
  const keys = Object.keys({ ...from, ...to }) as (keyof Wishes)[]
  return Object.fromEntries(keys.filter((key) => to[key] !== from[key]).map((key) => [key, to[key]]))
}
