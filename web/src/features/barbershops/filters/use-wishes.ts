import { useSearchParams } from 'react-router'
import { readWishes, type Wishes, writeWishes } from './rules.ts'

/** The wishes of the address. Changing them replaces the address, so that "back" leaves the page instead of undoing filters. */
export function useWishes() {
  const [address, setAddress] = useSearchParams()
  const setWishes = (wishes: Wishes) =>
    setAddress((current) => writeWishes(current, wishes), { replace: true, preventScrollReset: true })
  return [readWishes(address), setWishes] as const
}
