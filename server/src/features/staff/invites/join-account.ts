import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { addJob } from '../../../lib/jobs.ts'
import { deleteFilesJob, type Storage } from '../../../lib/storage.ts'
import { listAvatarFiles } from '../../accounts/profile/rules.ts'
import { deleteUserWithoutAccount, giveAvatar } from '../../accounts/without-account/queries.ts'
import {
  findClash,
  findMembership,
  lockBarberToJoin,
  movePortfolio,
  setBarberUser,
  type UnjoinedBarber,
} from './queries.ts'

/**
 * Gives a barber without an account to a user who has one: schedule, services, portfolio, reviews and all appointments stay as they
 * are. The caller holds the lock of the owner's limits and, from `lockJoiningUsers`, those of both users. Throws BARBER_BUSY if the
 * user has an appointment elsewhere at the time of one of the barber's, and ALREADY_BARBER if they have been one of the barbershop.
 */
export async function joinAccount(
  tx: Database,
  storage: Storage,
  { barber, userId }: { barber: UnjoinedBarber; userId: string },
): Promise<void> {
  await refuseMember(tx, barber, userId)
  await refuseClash(tx, barber, userId)
  await lockBarberToJoin(tx, barber)
  await movePortfolio(tx, barber.id, userId)
  if (!(await setBarberUser(tx, barber, userId))) throw new ApiError('INVITE_OVER')
  if (barber.avatarUrl && !(await giveAvatar(tx, userId, barber.avatarUrl))) {
    const names = listAvatarFiles(storage, barber.avatarUrl)
    if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  }
  await deleteUserWithoutAccount(tx, barber.userId)
}

async function refuseMember(tx: Database, { barbershopId }: UnjoinedBarber, userId: string): Promise<void> {
  const membership = await findMembership(tx, barbershopId, userId)
  if (!membership) return
  const message = membership.isCurrent
    ? 'Você já é barbeiro desta barbearia. O convite continua valendo para outra conta.'
    : 'Você já foi barbeiro desta barbearia. Peça um convite comum: seu histórico volta com ele.'
  throw new ApiError('ALREADY_BARBER', {}, message)
}

async function refuseClash(tx: Database, barber: UnjoinedBarber, userId: string): Promise<void> {
  const clash = await findClash(tx, barber.userId, userId)
  if (!clash) return
  const when = formatInstant(clash.startsAt, clash.timeZone)
  throw new ApiError(
    'BARBER_BUSY',
    {},
    `Você já atende na ${clash.shopName} (${when}), no mesmo horário de um atendimento desta cadeira. Peça que mudem um dos dois e aceite de novo: o convite continua valendo.`,
  )
}
