import { MAX_SPECIALTIES, type StaffList } from '@na-regua/contract/members'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { ApiError } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/email-problem.ts'

export type InviteInput = { barbershopId: string; userEmail: string }

/** The specification's one text for both fields. */
export function inviteProblem({ barbershopId, userEmail }: InviteInput): string | undefined {
  if (!barbershopId || !userEmail.trim()) return 'Preencha todos os campos'
  return emailProblem(userEmail)
}

/** Why nobody can be invited now; undefined when somebody can. */
export function inviteBar({
  seats: { used, most },
  canEdit,
}: Pick<StaffList, 'seats' | 'canEdit'>): string | undefined {
  if (!canEdit) return 'Sua assinatura terminou. Renove o plano para convidar barbeiros.'
  if (most === null || used < most) return undefined
  const limit = most === 1 ? '1 barbeiro' : `${most} barbeiros`
  return `Você atingiu o limite de ${limit} do seu plano. Convites pendentes contam.`
}

const same = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('pt-BR')

export function hasSpecialty(chosen: readonly string[], name: string) {
  return chosen.some((other) => same(other) === same(name))
}

/** Adds a name once, up to the most there may be. */
export function addSpecialty(chosen: readonly string[], name: string): readonly string[] {
  const clean = name.trim().replaceAll(/\s+/g, ' ')
  if (!clean || chosen.length >= MAX_SPECIALTIES || hasSpecialty(chosen, clean)) return chosen
  return [...chosen, clean]
}

/** What can be added for these words: what was found and is not chosen yet, and the words themselves when nobody said them so far. */
export function listOffers(words: string, found: readonly string[], chosen: readonly string[]) {
  const known = found.filter((name) => !hasSpecialty(chosen, name))
  const isNew = words.trim() !== '' && !hasSpecialty([...found, ...chosen], words)
  return { known, newName: isNew ? words.trim().replaceAll(/\s+/g, ' ') : undefined }
}

type Ahead = { appointments: ScheduleConflict[]; timeZone: string }

/** What the server says is ahead of a barber who is to be removed. */
export function aheadOf(error: unknown): Ahead | undefined {
  if (!(error instanceof ApiError) || error.code !== 'FUTURE_APPOINTMENTS') return undefined
  const { appointments, timeZone } = error.details as Partial<Ahead>
  return appointments && timeZone ? { appointments, timeZone } : undefined
}
