import { useEffect, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import type { Wish } from './rules.ts'
import { useFavoriteChange } from './use-favorite.ts'
import { takeWish } from './use-wish.ts'

function CarryOut({ wish }: { wish: Wish }) {
  const change = useFavoriteChange(wish.barbershopId, wish.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish.
  useEffect(() => change(true), [])
  return null
}

/** Stands on every page: carries out what a visitor wanted to keep as soon as somebody is logged in, wherever the login led. */
export function WaitingWish() {
  const userId = useSession().user?.id
  const [wish, setWish] = useState<Wish>()
  useEffect(() => {
    if (userId) setWish(takeWish())
  }, [userId])
  return wish && <CarryOut key={wish.until} wish={wish} />
}
