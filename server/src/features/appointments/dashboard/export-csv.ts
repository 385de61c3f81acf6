import type { Database } from '../../../lib/database.ts'
import { listExportedAppointments, listExportedCustomers } from './queries.ts'
import { toCsv, toCsvAmount } from './rules.ts'

const statusTexts: Record<string, string> = {
  SCHEDULED: 'Pendente',
  CONFIRMED: 'Confirmado',
  COMPLETED: 'Concluído',
  CANCELLED: 'Cancelado',
  NO_SHOW: 'Faltou',
}

export async function exportAppointments(db: Database, ownerId: string, now: Date): Promise<string> {
  const header = ['Data', 'Hora', 'Barbearia', 'Barbeiro', 'Cliente', 'Serviço', 'Minutos', 'Preço (R$)', 'Situação']
  const rows = await listExportedAppointments(db, ownerId, now)
  return toCsv(
    header,
    rows.map((row) => [
      ...[row.date, row.time, row.shopName, row.barberName, row.customerName, row.serviceName, row.durationMin],
      ...[toCsvAmount(row.priceCents), statusTexts[row.status] ?? row.status],
    ]),
  )
}

export async function exportCustomers(db: Database, ownerId: string, now: Date): Promise<string> {
  const header = [
    'Nome',
    'Telefone',
    'Atendimentos',
    'Total (R$)',
    'Último atendimento',
    'Próximo horário',
    'Faltas',
    'Cancelados',
  ]
  const rows = await listExportedCustomers(db, ownerId, now)
  return toCsv(
    header,
    rows.map(({ name, phone, completed, spentCents, last, next, missed, cancelled }) => [
      name,
      phone ?? '',
      completed,
      toCsvAmount(spentCents),
      last ?? '',
      next ?? '',
      missed,
      cancelled,
    ]),
  )
}
