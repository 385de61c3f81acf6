import { useUrlParams } from '../../../lib/use-url-params.ts'
import { type AgendaFilters, type AgendaSide, readAgendaFilters, writeAgendaFilters } from './rules.ts'

/** Tab, day, barbershop and page are stored in the URL: they survive a reload and can be shared. */
export function useAgendaFilters(side: AgendaSide) {
  const [params, changeParams] = useUrlParams()
  const change = (next: Partial<AgendaFilters>) => void changeParams((current) => writeAgendaFilters(current, next))
  return [readAgendaFilters(side, params), change] as const
}

const PARAMETER = 'ver'
/** Parameters of the list view: a URL that contains one of them opens the list. */
const listParameters = ['status', 'date', 'page', 'barbershopId']

/** Day or list, stored in the URL; the first mode is the default. */
export function useViewMode<T extends string>(modes: readonly { value: T }[]) {
  const [params, changeParams] = useUrlParams()
  const requested = params.get(PARAMETER)
  const known = modes.find(({ value }) => value === requested)?.value
  const implied = listParameters.some((name) => params.has(name))
    ? modes.find(({ value }) => value === 'lista')
    : modes[0]
  const mode = known ?? (implied?.value as T)
  const setMode = (value: T) => void changeParams(() => new URLSearchParams({ [PARAMETER]: value }))
  return [mode, setMode] as const
}
