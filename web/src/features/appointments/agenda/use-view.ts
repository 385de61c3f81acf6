import { useAddress } from '../../../lib/use-address.ts'
import { readView, type Side, type View, writeView } from './rules.ts'

/** Tab, day, shop and page live in the address: they can be shared, and survive a reload. */
export function useView(side: Side) {
  const [address, changeAddress] = useAddress()
  const change = (next: Partial<View>) => void changeAddress((current) => writeView(current, next))
  return [readView(side, address), change] as const
}
