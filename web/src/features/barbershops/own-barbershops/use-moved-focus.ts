import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { useEffect, useRef } from 'react'

export const cardIdOf = (shopId: string) => `barbearia-${shopId}`

/** A shop that is switched moves to the other list, and its pressed button goes: the focus follows to its card there. */
export function useMovedFocus(shops: readonly Pick<OwnBarbershop, 'id' | 'is_active'>[]) {
  const wasActive = useRef(new Map<string, boolean>())
  useEffect(() => {
    const moved = shops.find(({ id, is_active }) => wasActive.current.get(id) === !is_active)
    wasActive.current = new Map(shops.map(({ id, is_active }) => [id, is_active]))
    if (moved && document.activeElement === document.body) document.getElementById(cardIdOf(moved.id))?.focus()
  }, [shops])
}
