import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { addCalendarDays, isDate } from '../../../lib/local-time.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { DAY_PARAMETER } from '../agenda/status-tabs.tsx'
import { formatWeek } from './rules.ts'

/** The date of the URL, in whose week it is, and how to go to another one. */
export function useWeekOfUrl() {
  const [params, changeParams] = useUrlParams()
  const requested = params.get(DAY_PARAMETER) ?? ''
  const goTo = (date: string | undefined) =>
    void changeParams((current) => {
      const next = new URLSearchParams(current)
      if (date) next.set(DAY_PARAMETER, date)
      else next.delete(DAY_PARAMETER)
      return next
    })
  return [isDate(requested) ? requested : undefined, goTo] as const
}

type Week = { today: string; days: readonly { date: string }[] }

type WeekFrameProps<T extends Week> = {
  query: UseQueryResult<T>
  /** Beside the navigation. */
  actions?: ReactNode
  children: (week: T) => ReactNode
}

/** Header of a week with its navigation, and the loading and error states. */
export function WeekFrame<T extends Week>({ query, actions, children }: WeekFrameProps<T>) {
  const { data } = query
  return (
    <div className="grid grid-cols-1 gap-4">
      <WeekHeader week={data} actions={actions} />
      {data && <StaleNotice of={query} />}
      {data && children(data)}
      {!data && query.isError && (
        <Notice
          tone="error"
          title="Erro ao carregar a semana."
          action={
            <Button variant="outline" onClick={() => void query.refetch()}>
              Tentar novamente
            </Button>
          }
        >
          <Sentences>{errorText(query.error, 'Tente novamente em instantes.')}</Sentences>
        </Notice>
      )}
      {!data && !query.isError && <WeekSkeleton />}
    </div>
  )
}

function WeekSkeleton() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Carregando a semana...</span>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}

function WeekHeader({ week, actions }: { week: Week | undefined; actions: ReactNode }) {
  const [, goTo] = useWeekOfUrl()
  const first = week?.days[0]?.date
  const last = week?.days.at(-1)?.date
  const isCurrent = week && first && last && first <= week.today && week.today <= last
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
      <IconButton
        label="Semana anterior"
        className="-ml-2"
        disabled={!first}
        onClick={() => first && goTo(addCalendarDays(first, -7))}
      >
        <Icon name="chevron-left" />
      </IconButton>
      <h2 aria-live="polite" className="min-w-0 flex-1 text-xl sm:min-w-52 sm:flex-none">
        {isCurrent ? 'Esta semana' : 'Semana'}
        <span className="block font-sans text-sm font-medium tracking-normal text-mute">
          {first && last ? formatWeek(first, last) : '\u00a0'}
        </span>
      </h2>
      <IconButton label="Próxima semana" disabled={!first} onClick={() => first && goTo(addCalendarDays(first, 7))}>
        <Icon name="chevron-right" />
      </IconButton>
      {week && !isCurrent && (
        <Button variant="outline" onClick={() => goTo(undefined)}>
          Esta semana
        </Button>
      )}
      {actions}
    </div>
  )
}
