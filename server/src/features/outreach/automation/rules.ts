import type { OutreachPurpose } from '@na-regua/contract/outreach'
import type { TemplateMessage } from '../../../lib/whatsapp.ts'

type AutomaticMessage = {
  purpose: OutreachPurpose
  /** The id of the message. */
  reference: string
  customerName: string
  shopName: string
  site: string
  linkPath: string
  /** Of tomorrow. */
  visit: { when: string; barberName: string } | null
}

const titles: Record<OutreachPurpose, string> = {
  tomorrow: 'Confirmar amanhã',
  birthday: 'Feliz aniversário',
  absent: 'Sentimos a sua falta',
}

/** The approved template of the installation: WhatsApp does not send a barbershop's own text to who has not written. */
export function renderAutomaticMessage(message: AutomaticMessage): TemplateMessage {
  const { purpose, reference, customerName, shopName, site, linkPath, visit } = message
  const [firstName = customerName] = customerName.split(' ')
  return {
    template: purpose,
    parameters: [firstName, shopName, ...(visit ? [visit.when, visit.barberName] : [])],
    linkToken: linkPath,
    ...(visit && { replies: ['1', '2'] }),
    reference,
    preview: { title: titles[purpose], text: `${previewOf(message, firstName)}\n${site}/${linkPath}` },
  }
}

function previewOf({ purpose, shopName, visit }: AutomaticMessage, firstName: string): string {
  if (visit)
    return `Olá, ${firstName}. Seu horário na ${shopName} é ${visit.when}, com ${visit.barberName}. Responda 1 para confirmar ou 2 para cancelar.`
  return purpose === 'birthday'
    ? `Feliz aniversário, ${firstName}. A ${shopName} deseja um ótimo dia. Para não receber mais, responda SAIR.`
    : `Olá, ${firstName}. Faz um tempo que você não vem à ${shopName}. Para não receber mais, responda SAIR.`
}
