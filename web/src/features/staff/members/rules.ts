import { INVITE_DAYS, type ReceivedInvite } from '@na-regua/contract/invites'
import { cleanSpecialty, MAX_SPECIALTIES, type StaffList, specialtyKey } from '@na-regua/contract/members'
import { findNameProblem } from '@na-regua/contract/names'
import { findConfirmationProblem } from '@na-regua/contract/passwords'
import { type Permission, presetPermissions } from '@na-regua/contract/permissions'
import type { InviteRole, RoleHolder } from '@na-regua/contract/roles'
import { emailProblem, passwordProblem } from '../../../lib/form-errors.ts'

export const roleNames: Record<InviteRole, string> = {
  BARBER: 'Barbeiro',
  RECEPTIONIST: 'Recepcionista',
  MANAGER: 'Gerente',
}

const roleTexts: Record<InviteRole, string> = {
  BARBER: 'atende clientes e vê a própria agenda',
  RECEPTIONIST: 'agenda, encaixes, clientes e caixa, sem faturamento e sem configurações',
  MANAGER: 'tudo da barbearia, menos o plano, desativar e escolher gerentes',
}

/** What someone with the role does, as part of a sentence. */
export const describeRole = (role: InviteRole) => roleTexts[role]

export const permissionTexts: Record<Permission, { title: string; text: string }> = {
  agenda: {
    title: 'Agenda de todos',
    text: 'O quadro, a lista e a fila: confirmar, mudar e encaixar para qualquer barbeiro.',
  },
  customers: { title: 'Clientes', text: 'A lista e as fichas, e marcar para quem liga.' },
  phones: { title: 'Telefones', text: 'O telefone de todos os clientes.' },
  spend: { title: 'Gastos', text: 'Quanto cada cliente já gastou.' },
  discounts: { title: 'Descontos', text: 'Mudar o preço de um atendimento, com o motivo.' },
  prices: { title: 'Preços', text: 'Os serviços, a duração e o preço deles.' },
  settings: { title: 'Ajustes', text: 'A página, os horários, a fila, folgas da equipe, respostas às avaliações.' },
  team: { title: 'Equipe', text: 'Convidar e tirar barbeiros e recepção.' },
  money: { title: 'Dinheiro', text: 'O painel com o faturamento.' },
  cash: { title: 'Caixa', text: 'Abrir, lançar entradas e saídas, contar e fechar.' },
  export: { title: 'Planilhas', text: 'Baixar agendamentos e clientes.' },
}

/** `role`: what the person is; the permissions may be others than those of its preset. */
export type Person = {
  id: string
  kind: 'barber' | 'role'
  name: string
  role: InviteRole
  barbershop: RoleHolder['barbershop']
  permissions: readonly Permission[]
}

/** Everyone but the owner, barbers last. */
export function listStaff({ barbers, roles }: Pick<StaffList, 'barbers' | 'roles'>): Person[] {
  return [
    ...roles.map((holder) => ({ ...holder, kind: 'role' as const })),
    ...barbers
      .filter(({ isOwner }) => !isOwner)
      .map((barber) => ({ ...barber, kind: 'barber' as const, role: 'BARBER' as const })),
  ]
}

export function isSameSet(some: readonly Permission[], others: readonly Permission[]) {
  return some.length === others.length && some.every((permission) => others.includes(permission))
}

/** The role whose preset these permissions are. */
export function findPreset(chosen: readonly Permission[]): InviteRole | undefined {
  const roles: InviteRole[] = ['BARBER', 'RECEPTIONIST', 'MANAGER']
  return roles.find((role) => isSameSet(chosen, presetPermissions[role]))
}

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

/** A barber without an account; the address is optional. */
export function findNewBarberProblem({ name, ...invited }: InviteInput & { name: string }): string | undefined {
  if (!invited.barbershopId || !name.trim()) return 'Preencha todos os campos'
  return invited.userEmail ? emailProblem(invited.userEmail) : undefined
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
