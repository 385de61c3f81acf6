import { VERIFIED_COMPLETED } from '@na-regua/contract/barbershops'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { toSlug } from '@na-regua/contract/slugs'
import { paths } from '../../../lib/paths.ts'

type Check = { label: string; isDone: boolean }

/** What the verified badge needs, as the server checks it. */
export function listVerification({ verification }: OwnBarbershop, { plan, canEdit }: OwnPlan): Check[] {
  const { hasEmail, hasPhone, hasPhoto, completed } = verification
  return [
    { label: 'Plano Premium em dia', isDone: plan.tier === 'premium' && canEdit },
    { label: 'E-mail do dono confirmado', isDone: hasEmail },
    { label: 'Telefone ou WhatsApp na página', isDone: hasPhone },
    { label: 'Foto na página', isDone: hasPhoto },
    {
      label: `${VERIFIED_COMPLETED} atendimentos finalizados em 90 dias (${completed} até agora)`,
      isDone: completed >= VERIFIED_COMPLETED,
    },
  ]
}

export type Addresses = {
  /** The page that the owner gives away. */
  page: string
  /** For sites without scripts. */
  booking: string
  origin: string
}

export function addressesOf({ id, slug }: Pick<OwnBarbershop, 'id' | 'slug'>, origin: string): Addresses {
  const page = origin + (slug ? paths.ownAddress(slug) : paths.barbershop(id))
  return { origin, page, booking: slug ? `${origin}/agendar/${slug}` : page }
}

export const withoutProtocol = (url: string) => url.replace(/^https?:\/\//, '')

/** While it is typed: a hyphen at the end stays. */
export function toTypedSlug(text: string) {
  const slug = toSlug(text)
  return /[\s-]$/.test(text) && slug ? `${slug}-` : slug
}

export const posters = [
  { file: 'cartaz', title: 'Cartaz A4', text: 'Para o espelho, o balcão e a vitrine.', formats: ['pdf', 'png'] },
  {
    file: 'story',
    title: 'Story 1080 × 1920',
    text: 'Para publicar no Instagram e no WhatsApp.',
    formats: ['png', 'pdf'],
  },
] as const

/** The line for another site. The barbershop's slug has only letters, digits and hyphens. */
export function buttonCode(origin: string, slug: string) {
  return `<script async src="${origin}/botao.js" data-barbearia="${slug}"></script>`
}

export const instagram = [
  'Abra seu perfil e toque em Editar perfil.',
  'Em Links, toque em Adicionar link externo e cole o link.',
  'No título, escreva Agendar horário e salve.',
  'Publique o story e, em Figurinhas, escolha Link para pôr o mesmo endereço.',
]

export const google = [
  'Procure o nome da barbearia no Google com a conta que cuida do perfil da empresa.',
  'Toque em Editar perfil e depois em Reservas. Se não aparecer, use o campo Site em Contato.',
  'Cole o link de agendamento e salve. O Google pode levar alguns dias para mostrar.',
]
