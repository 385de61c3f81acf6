import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { WhatsApp } from '../../../lib/whatsapp.ts'
import { cancelFromReminder, confirmFromReminder } from '../../appointments/reminder-reply/reply-to-reminder.ts'
import { cancelByLink, confirmByLink } from '../../booking/opened-link/open-link.ts'
import { getLinkSecrets } from '../queries.ts'
import { linkPathOf, linkTokenOf } from '../rules.ts'
import { claimResponse, findRepliedMessage, type RepliedMessage, refuseMessages } from './queries.ts'
import { type ReplyMeaning, readReply } from './rules.ts'

type ResponseDeps = { db: DatabasePool; clock: Clock; whatsapp: WhatsApp; site: string }

type Reply = { messageId: string; waId: string; text: string; isOther: boolean }

/** Does what the customer replied, and confirms it. A reply without a known meaning gets the link, once. */
async function respondToReply(deps: ResponseDeps, { messageId, waId, text, isOther }: Reply): Promise<void> {
  const { db, clock, whatsapp } = deps
  const now = clock.now()
  const replied = await findRepliedMessage(db, messageId)
  if (!replied) return
  const meaning = readReply(text)
  if (meaning === 'stop') {
    await refuseMessages(db, messageId, now)
    return whatsapp.sendText(waId, 'Combinado: você não recebe mais mensagens das barbearias por aqui.')
  }
  const visit = meaning && !isOther ? await replyToVisit(deps, replied, meaning) : undefined
  if (visit) return whatsapp.sendText(waId, visit)
  if (!(await claimResponse(db, messageId, now))) return
  await whatsapp.sendText(waId, `${explain(replied)} ${await linkOf(deps, replied)}`)
}

function explain({ shopName, appointment }: RepliedMessage): string {
  return appointment
    ? `Não entendi. Responda 1 para confirmar ou 2 para cancelar. Para mudar o horário na ${shopName}:`
    : `Esta conversa é automática. Para falar com a ${shopName} ou marcar um horário:`
}

async function linkOf({ db, site }: ResponseDeps, replied: RepliedMessage): Promise<string> {
  const secrets = await getLinkSecrets(db)
  return `${site}/${linkPathOf(replied, secrets)}`
}

/** Returns the text of the response; undefined where the message was about no visit. The rules are those of the link. */
async function replyToVisit(
  deps: ResponseDeps,
  replied: RepliedMessage,
  meaning: Exclude<ReplyMeaning, 'stop'>,
): Promise<string | undefined> {
  const { appointment, about, shopName, timeZone } = replied
  if (!appointment) return undefined
  const { serviceName, barberName, startsAt } = appointment
  const link = await linkOf(deps, replied)
  const visit = `${serviceName} com ${barberName}, ${formatInstant(startsAt, timeZone)}, na ${shopName}`
  if (startsAt.getTime() !== about.getTime())
    return `O horário mudou: ${visit}. Confirme, mude ou cancele aqui: ${link}`
  try {
    await changeVisit(deps, appointment, meaning)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return `${error.message} ${link}`
  }
  return meaning === 'confirm'
    ? `Presença confirmada: ${visit}. Para mudar ou cancelar: ${link}`
    : `Horário cancelado: ${visit}. Para marcar outro: ${deps.site}/barbershop/${replied.barbershopId}`
}

/** As if the customer had opened the link. */
async function changeVisit(
  { db, clock }: ResponseDeps,
  appointment: NonNullable<RepliedMessage['appointment']>,
  meaning: Exclude<ReplyMeaning, 'stop'>,
): Promise<void> {
  const now = clock.now()
  const token = linkTokenOf(appointment, await getLinkSecrets(db))
  const isOfAccount = appointment.customerId !== null
  if (meaning === 'confirm') await (isOfAccount ? confirmFromReminder : confirmByLink)(db, token, now)
  else await (isOfAccount ? cancelFromReminder : cancelByLink)(db, { token, reason: undefined, now })
}

export const respondToReplyJob = defineJob('respond-to-reply', { isUrgent: true, run: respondToReply })
