import type { SourceFilter } from '@na-regua/contract/agendas'
import type { Database } from '../../../lib/database.ts'
import { nameForSide } from '../../appointments/rules.ts'
import { listCustomers } from '../../customers/queries.ts'
import { type FiguresRequest, getFigures } from './get-figures.ts'
import {
  type ExportRequest,
  listExportedAppointments,
  listExportedCustomers,
  MAX_EXPORTED,
  requireExport,
} from './queries.ts'
import { toCsv, toCsvAmount } from './rules.ts'

const statusTexts: Record<string, string> = {
  SCHEDULED: 'Pendente',
  CONFIRMED: 'Confirmado',
  COMPLETED: 'Concluído',
  CANCELLED: 'Cancelado',
  NO_SHOW: 'Faltou',
}

const sourceTexts: Record<SourceFilter, string> = {
  page: 'Página',
  link: 'Link da barbearia',
  poster: 'Cartaz',
  waitlist: 'Lista de espera',
  series: 'Horário fixo',
  phone: 'Telefone',
  'walk-in': 'Encaixe',
  queue: 'Fila',
  import: 'Importado',
  unknown: 'Não sabido',
}

const toOptionalAmount = (cents: number | null) => (cents === null ? '' : toCsvAmount(cents))

/** Those of own dates, or of the last twelve months and all that are ahead. */
export async function exportAppointments(db: Database, request: ExportRequest, now: Date): Promise<string> {
  const header = [
    'Data',
    'Hora',
    'Barbearia',
    'Barbeiro',
    'Cliente',
    'Serviço',
    'Minutos',
    'Preço (R$)',
    'Valor (R$)',
    'Situação',
  ]
  await requireExport(db, request)
  const rows = await listExportedAppointments(db, request, now)
  return toCsv(
    [...header, 'Origem'],
    rows.map((row) => [
      ...[row.date, row.time, row.shopName, row.barberName, nameForSide('barber', row).customerName],
      ...[row.serviceName, row.durationMin],
      ...[toOptionalAmount(row.priceCents), toOptionalAmount(row.valueCents), statusTexts[row.status] ?? row.status],
      sourceTexts[row.source ?? 'unknown'],
    ]),
  )
}

const toCsvDecimal = (value: number, digits: number) => value.toFixed(digits).replace('.', ',')

/** The ranking of a period. A barber without working hours has no occupancy, one without reviews no rating. */
export async function exportBarbers(db: Database, request: FiguresRequest): Promise<string> {
  const { barbers } = await getFigures(db, request)
  return toCsv(
    [
      'Barbeiro',
      'Barbearia',
      'Atendimentos',
      'Valor (R$)',
      'Ocupação (%)',
      'Atendimentos de quem voltou',
      'Avaliações',
      'Nota média',
    ],
    barbers.map((barber) => [
      barber.name,
      barber.barbershop.name,
      barber.visits,
      toCsvAmount(barber.valueCents),
      barber.openMinutes === 0 ? '' : toCsvDecimal((100 * barber.bookedMinutes) / barber.openMinutes, 1),
      barber.returningVisits,
      barber.reviews,
      barber.averageRating === null ? '' : toCsvDecimal(barber.averageRating, 2),
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
      toOptionalAmount(spentCents),
      last ?? '',
      next ?? '',
      missed,
      cancelled,
    ]),
  )
}

/** `userId` is the reader. */
type ReadBarbershop = { id: string; timeZone: string; userId: string }

/** Every customer of one barbershop, also those known by phone only. Dates are local to it. */
export async function exportCustomersOf(
  db: Database,
  { id, timeZone, userId }: ReadBarbershop,
  now: Date,
): Promise<string> {
  const header = [
    'Nome',
    'Telefone',
    'Atendimentos',
    'Total (R$)',
    'Último atendimento',
    'Faltas',
    'Cancelados',
    'Marcadores',
  ]
  const { customers } = await listCustomers(
    db,
    { barbershopId: id, userId },
    { sort: 'name', limit: MAX_EXPORTED, offset: 0 },
    now,
  )
  const day = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone })
  return toCsv(
    [...header, 'Bloqueado'],
    customers.map((customer) => [
      ...[customer.name, customer.phone ?? '', customer.visits, toOptionalAmount(customer.spentCents)],
      customer.lastVisitAt ? day.format(new Date(customer.lastVisitAt)) : '',
      ...[customer.missed, customer.cancelled, customer.tags.join(', ')],
      customer.isBlocked ? 'sim' : '',
    ]),
  )
}
