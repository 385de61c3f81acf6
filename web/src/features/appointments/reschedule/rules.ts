import type { Appointment } from '@na-regua/contract/appointments'

type ReschedulableAppointment = Pick<Appointment, 'status' | 'changeableUntil' | 'barbershop'>

const finalStatusTexts = {
  COMPLETED: 'Este agendamento já foi concluído.',
  CANCELLED: 'Este agendamento foi cancelado.',
  NO_SHOW: 'Este agendamento já passou.',
}

/** Why an appointment cannot be rescheduled any more; undefined while it can. */
export function findRescheduleObstacle({ status, changeableUntil, barbershop }: ReschedulableAppointment, now: Date) {
  if (status !== 'SCHEDULED' && status !== 'CONFIRMED') {
    return { title: finalStatusTexts[status], text: 'Para voltar à cadeira, faça um novo agendamento.' }
  }
  if (now <= new Date(changeableUntil)) return undefined
  return {
    title: 'Não dá mais para remarcar por aqui.',
    text: `O prazo da ${barbershop.name} para mudar este horário já passou. Fale com a barbearia.`,
  }
}
