import type { Service } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'
import { paths } from '../../app/paths.ts'

/** What the booking screen's address says. Nothing in it is known to exist yet. */
export type Choices = { barbershopId: string; barberId: string; serviceId?: string; date?: string; time?: string }

type Address = { barbershopId?: string; barberId?: string; serviceId?: string }

export function readChoices(
  { barbershopId = '', barberId = '', serviceId }: Address,
  search: URLSearchParams,
): Choices {
  const date = search.get('date') ?? ''
  const time = search.get('time') ?? ''
  return {
    barbershopId,
    barberId,
    serviceId,
    date: isDate(date) ? date : undefined,
    time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined,
  }
}

export function isDate(text: string) {
  const epochMs = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}

/** Another barber or another day ends the choice of the time; another service keeps it where it fits. */
export function changeChoices(choices: Choices, change: Partial<Omit<Choices, 'barbershopId'>>): Choices {
  const losesTime = (change.barberId ?? choices.barberId) !== choices.barberId || change.date !== undefined
  return { ...choices, ...(losesTime && { time: undefined }), ...change }
}

export function choicesPath(choices: Choices) {
  return paths.booking(choices)
}

/** The first where nothing was preselected; nothing where the preselected one does not exist (any more). */
export function selectById<T extends { id: string }>(list: readonly T[], id: string | undefined): T | undefined {
  return id ? list.find((entry) => entry.id === id) : list[0]
}

export function listOffered(services: readonly Service[]) {
  return services.filter(({ isActive }) => isActive)
}

/** 'degradê, navalhado', short enough for one line. */
export function listSpecialties({ specialties }: Pick<Barber, 'specialties'>, most = 3) {
  return specialties.slice(0, most).join(', ')
}

export function endTimeOf(start: Date, durationMin: number) {
  return new Date(start.getTime() + durationMin * 60_000)
}
