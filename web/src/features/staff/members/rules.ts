import { INVITE_DAYS, type ReceivedInvite } from '@na-regua/contract/invites'
import { cleanSpecialty, MAX_SPECIALTIES, type StaffList, specialtyKey } from '@na-regua/contract/members'
import { findNameProblem } from '@na-regua/contract/names'
import { findConfirmationProblem } from '@na-regua/contract/passwords'
import type { InviteRole } from '@na-regua/contract/roles'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { ApiResponseError } from '../../../lib/api-error.ts'
import { emailProblem, passwordProblem } from '../../../lib/form-errors.ts'

export const roleNames: Record<InviteRole, string> = {
  BARBER: 'Barbeiro',
  RECEPTIONIST: 'Recepcionista',
  MANAGER: 'Gerente',
}

const roleTexts: Record<InviteRole, string> = {
  BARBER: 'atende clientes e vê a própria agenda',
  RECEPTIONIST: 'agenda, encaixes e clientes, sem valores e sem configurações',
  MANAGER: 'tudo da barbearia, menos o plano, desativar e escolher gerentes',
}

/** What someone with the role does, as part of a sentence. */
export const describeRole = (role: InviteRole) => roleTexts[role]

/** The message that takes the link of an invite to its receiver. */
export function toInviteMessage(role: InviteRole, shopName: string, url: string) {
  return `Oi! Este é o seu convite para ser ${roleNames[role].toLowerCase()} em ${shopName}, na Na Régua. Vale uma vez e por ${INVITE_DAYS} dias: ${url}`
}

type InviteInput = { barbershopId: string; userEmail: string }

/** The specification has one text for both fields. */
export function findInviteProblem({ barbershopId, userEmail }: InviteInput): string | undefined {
  if (!barbershopId || !userEmail.trim()) return 'Preencha todos os campos'
  return emailProblem(userEmail)
}

/** Why no barber can be invited now; undefined when one can. */
export function findInviteObstacle({
  seats: { used, most },
  canEdit,
}: Pick<StaffList, 'seats' | 'canEdit'>): string | undefined {
  if (!canEdit) return 'Sua assinatura terminou. Renove o plano para convidar barbeiros.'
  if (most === null || used < most) return undefined
  const limit = most === 1 ? '1 barbeiro' : `${most} barbeiros`
  return `Você atingiu o limite de ${limit} do seu plano. Convites pendentes contam.`
}

function hasSpecialty(chosen: readonly string[], name: string) {
  return chosen.some((other) => specialtyKey(other) === specialtyKey(name))
}

/** Adds a name once, up to the maximum. */
export function addSpecialty(chosen: readonly string[], name: string): readonly string[] {
  const clean = cleanSpecialty(name)
  if (!clean || chosen.length >= MAX_SPECIALTIES || hasSpecialty(chosen, clean)) return chosen
  return [...chosen, clean]
}

/** Options for a search text: found specialties that are not chosen yet, and the text itself when it is new. */
export function listSpecialtyOptions(text: string, found: readonly string[], chosen: readonly string[]) {
  const known = found.filter((name) => !hasSpecialty(chosen, name))
  const isNew = text.trim() !== '' && !hasSpecialty([...found, ...chosen], text)
  return { known, newName: isNew ? cleanSpecialty(text) : undefined }
}

type UpcomingAppointments = { appointments: ScheduleConflict[]; timeZone: string }

/** The future appointments because of which the server refused a removal. */
export function readUpcomingAppointments(error: unknown): UpcomingAppointments | undefined {
  if (!(error instanceof ApiResponseError) || error.code !== 'FUTURE_APPOINTMENTS') return undefined
  const { appointments, timeZone } = error.details as Partial<UpcomingAppointments>
  return appointments && timeZone ? { appointments, timeZone } : undefined
}

/** The next step, depending on the account that is logged in. */
type InviteStep = 'join' | 'log-in' | 'accept' | 'other-account'

/** A link that was passed on is for any account. */
export function chooseInviteStep(
  { email, hasAccount, isLink }: Pick<ReceivedInvite, 'email' | 'hasAccount' | 'isLink'>,
  ownEmail: string | undefined,
): InviteStep {
  if (isLink) return ownEmail === undefined ? 'join' : 'accept'
  if (ownEmail === undefined) return hasAccount ? 'log-in' : 'join'
  return ownEmail.toLowerCase() === email.toLowerCase() ? 'accept' : 'other-account'
}

export type JoinInput = { email: string; name: string; password: string; confirmation: string }

export function findJoinProblems({ email, name, password, confirmation }: JoinInput) {
  return {
    email: email ? emailProblem(email) : 'Por favor, informe seu e-mail',
    name: findNameProblem(name, 'Por favor, informe seu nome'),
    password: passwordProblem(password),
    confirmation: findConfirmationProblem(password, confirmation),
  }
}
