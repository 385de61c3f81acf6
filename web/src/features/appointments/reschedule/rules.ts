import type { Appointment } from '@na-regua/contract/appointments'

type Asked = Pick<Appointment, 'status' | 'changeableUntil' | 'barbershop'>

const finals = {
  COMPLETED: 'Este agendamento já foi concluído.',
  CANCELLED: 'Este agendamento foi cancelado.',
  NO_SHOW: 'Este agendamento já passou.',
}

/** Why an appointment cannot be moved any more; undefined while it can. */
export function findObstacle({ status, changeableUntil, barbershop }: Asked, now: Date) {
  if (status !== 'SCHEDULED' && status !== 'CONFIRMED') {
    return { title: finals[status], text: 'Para voltar à cadeira, faça um novo agendamento.' }
  }
  if (now <= new Date(changeableUntil)) return undefined
  return {
    title: 'Não dá mais para remarcar por aqui.',
    text: `O prazo da ${barbershop.name} para mudar este horário já passou. Fale com a barbearia.`,
  }
}
