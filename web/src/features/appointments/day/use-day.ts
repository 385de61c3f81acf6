import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addDays } from '../../../lib/local-time.ts'
import { useAddress } from '../../../lib/use-address.ts'
import { isDate } from '../booking/rules.ts'
import { dayQuery, type Viewer } from './queries.ts'

const PARAMETER = 'dia'

/** The day that the address names, today without one, and the way to its neighbours. */
export function useDay(viewer: Viewer) {
  const [address, change] = useAddress()
  const named = address.get(PARAMETER) ?? ''
  const today = useQuery(dayQuery(viewer, undefined))
  const wished = isDate(named) && named !== today.data?.date ? named : undefined
  const other = useQuery({
    ...dayQuery(viewer, wished),
    enabled: wished !== undefined,
    placeholderData: keepPreviousData,
  })
  const shown = wished ? other : today
  const date = wished ?? today.data?.date

  function goTo(next: string | undefined) {
    return change((current) => {
      const search = new URLSearchParams(current)
      if (next && next !== today.data?.date) search.set(PARAMETER, next)
      else search.delete(PARAMETER)
      return search
    })
  }

  return {
    day: shown.data?.date === date ? shown.data : undefined,
    date,
    today: today.data?.date,
    isError: shown.isLoadingError,
    error: shown.error,
    refetch: shown.refetch,
    goTo,
    move: (days: number) => date && goTo(addDays(date, days)),
  }
}

export type ShownDay = ReturnType<typeof useDay>
