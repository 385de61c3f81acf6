import type { Database } from '../../../lib/database.ts'
import { listCustomersForExport, listForExport } from './queries.ts'
import { toCsv, toReais } from './rules.ts'

const statusWords: Record<string, string> = {
  SCHEDULED: 'Pendente',
  CONFIRMED: 'Confirmado',
  COMPLETED: 'Concluído',
  CANCELLED: 'Cancelado',
  NO_SHOW: 'Faltou',
}

export async function exportAppointments(db: Database, ownerId: string, now: Date): Promise<string> {
  const head = ['Data', 'Hora', 'Barbearia', 'Barbeiro', 'Cliente', 'Serviço', 'Minutos', 'Preço (R$)', 'Situação']
  const rows = await listForExport(db, ownerId, now)
  return toCsv(
    head,
    rows.map((row) => [
      ...[row.date, row.time, row.shopName, row.barberName, row.customerName, row.serviceName, row.durationMin],
      ...[toReais(row.priceCents), statusWords[row.status] ?? row.status],
    ]),
  )
}

export async function exportCustomers(db: Database, ownerId: string, now: Date): Promise<string> {
  const head = ['Nome', 'Telefone', 'Atendimentos', 'Total (R$)', 'Último horário']
  const rows = await listCustomersForExport(db, ownerId, now)
  return toCsv(
    head,
    rows.map(({ name, phone, visits, spentCents, last }) => [name, phone ?? '', visits, toReais(spentCents), last]),
  )
}
