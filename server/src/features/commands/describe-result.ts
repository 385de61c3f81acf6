import type { Appointment } from '@na-regua/contract/appointments'
import type { Command, CommandResult } from '@na-regua/contract/commands'
import { siteUrlOf } from '../../lib/config.ts'
import type { Database } from '../../lib/database.ts'
import { canSendMessages } from '../../lib/whatsapp.ts'
import { listActors } from '../appointments/status/change-status.ts'
import { findAppointmentRecord, getAppointmentFor } from '../appointments/status/queries.ts'
import { createBookingLink } from '../booking/link/queries.ts'
import { findTimeOff } from '../staff/time-off/queries.ts'
import type { CommandDeps } from './execute-command.ts'
import { listBarberNames } from './queries.ts'
import { describeChoice, requestedSlot, type StoredResult } from './rules.ts'

type DescribedCommand = {
  userId: string
  command: Command
  result: StoredResult
  /** Known if the command has just been executed. */
  appointment: Appointment | undefined
}

/** A stored result with what it refers to, as it is now and as far as the user may read it now. */
export async function describeResult(
  { db, config }: Pick<CommandDeps, 'db' | 'config'>,
  { userId, command, result, ...known }: DescribedCommand,
): Promise<CommandResult> {
  const { outcome, appointmentId, version, customerId, timeOffId, entryId, entryVersion } = result
  const found = known.appointment ?? (appointmentId ? await findReadable(db, appointmentId, userId) : undefined)
  const appointment = found ?? null
  const hasLink = outcome === 'applied' && (command.type === 'book' || command.type === 'move')
  const options = { site: siteUrlOf(config), isSent: canSendMessages(config), isMoved: command.type === 'move' }
  return {
    id: command.id,
    outcome,
    appointment,
    ...(await describeRefusal(db, command, result)),
    link: appointment && hasLink ? await createBookingLink(db, appointment, options) : null,
    timeOff: (timeOffId && (await findTimeOff(db, timeOffId, userId))) || null,
    customer: customerId && version ? { id: customerId, version } : null,
    ...(entryId && entryVersion && { entry: { id: entryId, version: entryVersion } }),
  }
}

/** With the names of barbers as they are now. What is offered of one who has left since is left out. */
async function describeRefusal(db: Database, command: Command, { error, alternatives = [] }: StoredResult) {
  if (!error) return { error: null }
  const slot = requestedSlot(command)
  const hasBarber = command.type === 'move' || command.type === 'edit'
  const asked = hasBarber && error.code === 'SERVICE_NOT_FOUND' ? slot.barberId?.toLowerCase() : undefined
  const ids = [...alternatives.map(({ barberId }) => barberId), ...(asked ? [asked] : [])]
  const names = ids.length > 0 ? await listBarberNames(db, ids) : new Map<string, string>()
  const name = asked && names.get(asked)
  if (name) return { error: { ...error, message: `${name} não faz este serviço.` } }
  if (error.code !== 'SLOT_TAKEN') return { error }
  if (command.type === 'edit') return { error: { ...error, message: EDIT_OVERLAPS } }
  const left = alternatives.flatMap((alternative) => {
    const barberName = names.get(alternative.barberId)
    return barberName === undefined ? [] : [{ ...alternative, barberName }]
  })
  return { error: { ...error, message: describeChoice(slot, left) }, alternatives: left }
}

const EDIT_OVERLAPS =
  'Não cabe mais: o tempo depois já está ocupado. Abra o horário e escolha menos tempo ou outro barbeiro.'

async function findReadable(db: Database, id: string, userId: string): Promise<Appointment | undefined> {
  const record = await findAppointmentRecord(db, id)
  const [actor] = record ? listActors(record, userId) : []
  return actor && getAppointmentFor(db, id, actor, userId)
}
