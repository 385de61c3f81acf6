import type { OtherBarber } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { listBarberCandidates } from '../../availability/candidates/queries.ts'
import { slotOfAppointment } from '../../last-minute/queries.ts'
import { type AgreedTerms, decideTermsOfOther, type TermsOfOther } from './rules.ts'

type Visit = { id: string; barberId: string; barbershopId: string; startsAt: Date }

/** The price is by hand as long as the last edit that changed it had a reason for it. */
async function getAgreedTerms(db: Database, id: string): Promise<AgreedTerms> {
  const { rows } = await sql<AgreedTerms>`/* get agreed terms */
    select coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = appointments.id),
             json_build_array(service_id)) as "serviceIds",
           price_cents as "priceCents",
           coalesce((select price_reason is not null from appointment_edits
                      where appointment_id = appointments.id and undone_at is null and appointment_edits.price_cents <> from_price_cents
                      order by appointment_edits.version desc limit 1), false) as "isPriceByHand",
           ${slotOfAppointment(id)} is not null as "isLastMinute"
      from appointments where appointments.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('APPOINTMENT_NOT_FOUND')
  return rows[0]
}

/** The colleagues who provide all services of the appointment, in the barbershop's order, with what they take for them. */
export async function listOtherBarbers(db: Database, { id, barberId, ...visit }: Visit): Promise<OtherBarber[]> {
  const agreed = await getAgreedTerms(db, id)
  const candidates = await listBarberCandidates<string | null>(
    db,
    toCandidates(visit, agreed),
    sql`to_json(users.avatar_url)`,
  )
  return candidates.flatMap(({ barber, selected, details: avatarUrl }) => {
    const terms = barber.barberId === barberId ? undefined : decideTermsOfOther(agreed, selected)
    if (!terms) return []
    const { priceCents, durationMin } = terms
    return [{ id: barber.barberId, name: barber.barberName, avatarUrl, priceCents, durationMin }]
  })
}

/**
 * What the appointment costs with the barber of `barberId`; `barberName` has it so far. Throws BARBER_NOT_FOUND if the new one does not
 * work in the barbershop, SERVICE_NOT_FOUND if they do not provide what was booked, and SLOT_UNAVAILABLE for a last-minute slot.
 */
export async function getTermsOfOther(
  db: Database,
  { id, serviceName, barberName, ...visit }: Visit & { serviceName: string; barberName: string },
): Promise<TermsOfOther> {
  const agreed = await getAgreedTerms(db, id)
  const [found] = await listBarberCandidates(db, { ...toCandidates(visit, agreed), barberId: visit.barberId })
  if (!found) throw new ApiError('BARBER_NOT_FOUND')
  const terms = decideTermsOfOther(agreed, found.selected)
  if (terms) return terms
  if (agreed.isLastMinute) throw new ApiError('SLOT_UNAVAILABLE', {}, describeOnlyWith(barberName))
  throw new ApiError('SERVICE_NOT_FOUND', {}, `${found.barber.barberName} não faz ${serviceName}.`)
}

const describeOnlyWith = (name: string) =>
  `O preço deste agendamento é de um horário relâmpago e só vale com ${name}. Para outro barbeiro, cancele e agende de novo.`

function toCandidates({ barbershopId, startsAt }: Pick<Visit, 'barbershopId' | 'startsAt'>, agreed: AgreedTerms) {
  const serviceIds = agreed.serviceIds.filter((id) => id !== null)
  return { barberId: undefined, barbershopId, serviceIds, start: startsAt }
}
