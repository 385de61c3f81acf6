import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Config } from '../../../lib/config.ts'
import { siteUrlOf } from '../../../lib/config.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { addJob, defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { cleanComment } from '../rules.ts'
import { findReportedPhoto, getModerationToken, hideReportedPhoto, insertReport, lockPhoto } from './queries.ts'
import { moderationUrl } from './rules.ts'

type ReportRequest = { caller: Caller; photoId: string; reason: string; now: Date }

/**
 * Reports a photo to the moderators, and hides it until they decide if another account has reported it, too (rules.ts). A repeated
 * report has the same success. Throws PHOTO_APPROVED for a photo on which they have decided.
 */
export async function reportPhoto(db: DatabasePool, { caller, photoId, now, ...input }: ReportRequest): Promise<void> {
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED', {}, 'Confirme seu e-mail para denunciar.')
  const reason = cleanComment(input.reason)
  if (!reason) throw new ApiError('INVALID_INPUT')
  await db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, photoId, caller.id)
    // Authors remove their own.
    if (!photo || photo.authorId === caller.id) throw new ApiError('PHOTO_NOT_FOUND')
    if (photo.isApproved) throw new ApiError('PHOTO_APPROVED')
    const isNew = await insertReport(tx, {
      photo_id: photoId,
      user_id: caller.id,
      is_of_barbershop: photo.isOfBarbershop,
      reason,
      reported_at: now,
    })
    if (!isNew) return
    await hideReportedPhoto(tx, photoId, now)
    await addJob(tx, sendPhotoReportJob, { photoId })
  })
}

type Deps = { db: Database; mail: Mailer; config: Config }

/** To the mailbox of the team. Skips a photo that has been removed or decided on since. */
async function sendPhotoReport({ db, mail, config }: Deps, { photoId }: { photoId: string }) {
  const photo = await findReportedPhoto(db, photoId)
  if (!photo || photo.isApproved) return
  const url = moderationUrl(siteUrlOf(config), photoId, await getModerationToken(db, photoId))
  const state = photo.isHidden
    ? 'Duas contas denunciaram: a foto está escondida até a sua decisão.'
    : 'A foto continua à vista até a sua decisão, ou até outra conta denunciar.'
  const content = renderEmail({
    subject: `Foto denunciada em ${photo.barbershopName}`,
    greeting: 'Uma foto de uma avaliação foi denunciada.',
    paragraphs: [state],
    details: [
      ['Barbearia', photo.barbershopName],
      ...photo.reports.map(
        ({ reason, isOfBarbershop }) => [isOfBarbershop ? 'Motivo, de quem trabalha lá' : 'Motivo', reason] as const,
      ),
    ],
    action: { label: 'Ver a foto e decidir', url },
  })
  await mail.send(config.contactEmail, content)
}

export const sendPhotoReportJob = defineJob('send-photo-report', { run: sendPhotoReport })
