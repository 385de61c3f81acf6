import type { StatusChoice } from '@na-regua/contract/imports'
import { cutText, foldWords, RowProblem } from '../rows/rules.ts'

const lines = (text: string) => text.split(/[,\n]/).map((phrase) => phrase.trim())

/** What files call an appointment that takes place, as whole words. */
const openStatuses = lines(`
  confirmado, confirmada, confirmados, confirmed, confirmou, confirmar, nao confirmado, nao confirmada, unconfirmed, not confirmed
  falta confirmar, a confirmar, agendado, agendada, agendados, scheduled, marcado, marcada, booked, reservado, reservada, reserved
  pendente, pending, aguardando, em aberto, aberto, aberta, open, a ser atendido, a ser atendida, aguardando atendimento
  aguardando confirmacao, a atender, aceito, aceita, aprovado, aprovada, accepted, approved, novo, nova, new, tentative, ativo, ativa
  active, busy, pago, paga, paid, nao pago, unpaid, previsto, prevista, solicitado, requested, upcoming, needs action`)

/** What they call one that does not: cancelled, missed, over, or no appointment. */
const closedStatuses = lines(`
  cancel, cancelado, cancelada, cancelados, cancelou, canceled, cancelled, cancelamento, cancellation, canc, desmarcado, desmarcada
  desmarcou, desistiu, desistencia, desistente, anulado, anulada, rejeitado, rejeitada, rejected, recusado, recusada, refused, declined
  declinado, excluido, excluida, apagado, apagada, deletado, deletada, deleted, removido, removida, removed, expirado, expirada, expired
  faltou, falta, faltante, nao compareceu, nao veio, ausente, absent, no show, noshow, nao realizado, nao realizada, nao atendido
  nao atendida, not completed, abandoned, abandonado, abandonada, voided, void, invalido
  concluido, concluida, finalizado, finalizada, completed, complete, completo, realizado, realizada, atendido, atendida, done, finished
  encerrado, encerrada, executado, executada, compareceu
  bloqueado, bloqueada, bloqueio, blocked, lista de espera, waitlist, waiting list, waitlisted, folga, almoco, feriado`)

const byLength = (phrases: readonly string[]) =>
  phrases.filter(Boolean).toSorted((one, other) => other.length - one.length)
const phrases = [
  ...byLength(openStatuses).map((phrase) => ({ phrase, isOpen: true })),
  ...byLength(closedStatuses).map((phrase) => ({ phrase, isOpen: false })),
].toSorted((one, other) => other.phrase.length - one.phrase.length)

/** Words that turn the meaning of others around. */
const negation = / (?:nao|sem|not|un|no|nem) /

/** Whether an appointment with this status takes place; undefined for a status that is not known, or that says both. */
function isOpenStatus(status: string): boolean | undefined {
  let rest = ` ${foldWords(status)} `
  const meanings = new Set<boolean>()
  for (const { phrase, isOpen } of phrases) {
    if (!rest.includes(` ${phrase} `)) continue
    rest = rest.replaceAll(` ${phrase} `, '  ')
    meanings.add(isOpen)
  }
  if (negation.test(rest) || meanings.size !== 1) return undefined
  return meanings.has(true)
}

/** Throws RowProblem for an appointment that does not take place, and for a status that the owner has to explain. */
export function createStatusCheck(choices: readonly StatusChoice[]): (status: string) => void {
  const byName = new Map(choices.toReversed().map(({ name, isOpen }) => [foldWords(name), isOpen] as const))
  return (status) => {
    const short = cutText(status, 200)
    const folded = foldWords(short)
    if (!folded) return
    const isOpen = byName.get(folded) ?? isOpenStatus(short)
    if (isOpen === false) throw new RowProblem(`No outro sistema: ${cutText(status, 40)}`, 'skipped')
    if (isOpen === undefined)
      throw new RowProblem(`Não conhecemos a situação "${cutText(status, 40)}"`, 'wrong', {
        kind: 'status',
        name: short,
      })
  }
}
