import { createOutbox } from './dev/outbox.ts'
import { renewSandboxJob } from './dev/sandbox-payments/renew-sandbox.ts'
import { createSandbox } from './dev/sandbox-payments/sandbox.ts'
import { sendCodeEmailJob } from './features/accounts/codes/send-code-email.ts'
import { sendEmailChangedEmailJob } from './features/accounts/email-change/undo-email-change.ts'
import { sendGoogleLinkedEmailJob } from './features/accounts/google/link-account.ts'
import { enqueueResetEmailJob } from './features/accounts/password/reset-password.ts'
import { sendPasswordChangedEmailJob } from './features/accounts/password/send-password-changed-email.ts'
import { sweepAccountsJob } from './features/accounts/sweep-accounts.ts'
import { sendAppointmentEmailJob } from './features/appointments/emails/send-appointment-email.ts'
import { sendCancellationDigestJob } from './features/appointments/emails/send-cancellation-digest.ts'
import { planRemindersJob } from './features/appointments/reminders/plan-reminders.ts'
import { sendReminderJob } from './features/appointments/reminders/send-reminder.ts'
import { endForgottenServicesJob } from './features/appointments/serving/end-forgotten-serving.ts'
import { expireRequestsJob } from './features/appointments/status/expire-requests.ts'
import { requestReviewJob } from './features/appointments/status/request-review.ts'
import { refreshBadgesJob } from './features/barbershops/badges/refresh-badges.ts'
import { decayPopularityJob } from './features/barbershops/popularity/decay-popularity.ts'
import { sweepHoldsJob } from './features/booking/hold-slot.ts'
import { sendBookingLinkJob } from './features/booking/link/send-booking-link.ts'
import { sweepCommandsJob } from './features/commands/sweep-commands.ts'
import { sendContactEmailJob } from './features/contact/send-message.ts'
import { runImportJob } from './features/imports/run-import.ts'
import { sweepImportsJob, undoImportJob } from './features/imports/undo-import.ts'
import { endLastMinuteSlotsJob, makeLastMinuteSlotsJob } from './features/last-minute/make-slots.ts'
import { notifyOfLastMinuteJob } from './features/last-minute/notify-customers.ts'
import { sweepLastMinuteJob } from './features/last-minute/sweep-last-minute.ts'
import { closeMonthsJob } from './features/ledger/close-months.ts'
import { checkBooksJob } from './features/money/check-books.ts'
import { guardMailer, guardWhatsApp } from './features/notifications/delivery/guard-delivery.ts'
import { sweepNotificationsJob } from './features/notifications/delivery/sweep-notifications.ts'
import { planOutreachJob } from './features/outreach/automation/plan-outreach.ts'
import { sendOutreachJob } from './features/outreach/automation/send-outreach.ts'
import { respondToReplyJob } from './features/outreach/replies/respond-to-reply.ts'
import { sendPlanEmailJob } from './features/payments/emails/send-plan-email.ts'
import { endSubscriptionJob, recordPaymentEvent } from './features/payments/events/apply-updates.ts'
import { expireUnpaidSubscriptionsJob } from './features/payments/subscription/expire-unpaid-subscriptions.ts'
import { reconcilePaymentsJob } from './features/payments/subscription/reconcile-payments.ts'
import { warnOwnersJob } from './features/payments/subscription/warn-owners.ts'
import { sweepPaymentsJob } from './features/payments/sweep-payments.ts'
import { eraseAccountsJob } from './features/privacy/erase-accounts.ts'
import { sendDeletionEmailJob } from './features/privacy/request-deletion.ts'
import { sendQueueCallJob } from './features/queue/calls/send-queue-call.ts'
import { notifyOfDelaysJob, planDelaysJob } from './features/queue/delays/notify-of-delays.ts'
import { sendDelayMessageJob } from './features/queue/delays/send-delay-message.ts'
import { applyLateRuleJob } from './features/queue/late/apply-late-rule.ts'
import { expireQueuesJob } from './features/queue/late/expire-entries.ts'
import { sweepQueuesJob } from './features/queue/late/sweep-queues.ts'
import { createWaits } from './features/queue/waits/create-waits.ts'
import { learnCityPacesJob } from './features/queue/waits/learn-city-paces.ts'
import type { Waits } from './features/queue/waits/rules.ts'
import { sendPhotoReportJob } from './features/reviews/photos/report-photo.ts'
import { sendNudgeEmailJob } from './features/rhythm/send-nudge-email.ts'
import { sendNudgesJob } from './features/rhythm/send-nudges.ts'
import { sweepNudgesJob } from './features/rhythm/sweep-nudges.ts'
import { sendInviteEmailJob, sweepInvitesJob } from './features/staff/invites/send-invite-email.ts'
import { sendRemovalEmailJob } from './features/staff/members/send-removal-email.ts'
import { cancelUpcomingOfUser } from './features/standing/cancel-upcoming.ts'
import { fillSeriesJob, planSeriesJob, sweepSeriesJob } from './features/standing/fill-series.ts'
import { sendSeriesEmailJob } from './features/standing/notify-of-series.ts'
import { clearDescriptionsJob } from './features/statements/clear-descriptions.ts'
import { clearBankTextsJob } from './features/statements/forget-visits.ts'
import { sweepUploadsJob } from './features/uploads/sweep-uploads.ts'
import { sendReceiptJob } from './features/visits/receipt/send-receipt.ts'
import { offerFreedTimeJob } from './features/waitlist/matching/offer-freed-time.ts'
import { sweepOffersJob } from './features/waitlist/matching/sweep-offers.ts'
import { expireOfferJob } from './features/waitlist/offers/end-offer.ts'
import { sendOfferEmailJob } from './features/waitlist/offers/send-offer-email.ts'
import { sweepWaitlistJob } from './features/waitlist/requests/sweep-waitlist.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { DatabasePool } from './lib/database.ts'
import { setSubscribers } from './lib/events.ts'
import type { Job, JobHandlers, JobIdentity, JobSchedule } from './lib/jobs.ts'
import type { Mailer } from './lib/mail.ts'
import { openPayments, type Payments } from './lib/payments/open-payments.ts'
import { createStorage, deleteFilesJob, type Storage } from './lib/storage.ts'
import { createWhatsApp, type WhatsApp } from './lib/whatsapp.ts'
import { reviveJobsJob, sweepJobsJob } from './lib/worker/revive-jobs.ts'
import { subscribers } from './subscribers.ts'

type WorkerDeps = {
  db: DatabasePool
  clock: Clock
  mail: Mailer
  config: Config
  /** Prefix of the links in emails. */
  site: string
}

/** Dependencies that a job's `run` may declare. */
type JobDeps = WorkerDeps & {
  storage: Storage
  payments: Payments
  whatsapp: WhatsApp
  waits: Waits
  cancelUpcomingAppointments: typeof cancelUpcomingOfUser
  recordPaymentEvent: typeof recordPaymentEvent
}

/** Every kind of job. A new one is defined beside its code (`defineJob`) and listed here. */
const jobs = [
  respondToReplyJob,
  applyLateRuleJob,
  checkBooksJob,
  closeMonthsJob,
  expireUnpaidSubscriptionsJob,
  decayPopularityJob,
  deleteFilesJob,
  endLastMinuteSlotsJob,
  endSubscriptionJob,
  enqueueResetEmailJob,
  eraseAccountsJob,
  expireOfferJob,
  expireQueuesJob,
  expireRequestsJob,
  fillSeriesJob,
  learnCityPacesJob,
  makeLastMinuteSlotsJob,
  notifyOfLastMinuteJob,
  offerFreedTimeJob,
  planDelaysJob,
  planOutreachJob,
  planRemindersJob,
  planSeriesJob,
  reconcilePaymentsJob,
  refreshBadgesJob,
  renewSandboxJob,
  requestReviewJob,
  reviveJobsJob,
  runImportJob,
  sendAppointmentEmailJob,
  sendBookingLinkJob,
  sendCancellationDigestJob,
  sendEmailChangedEmailJob,
  sendCodeEmailJob,
  sendContactEmailJob,
  sendPhotoReportJob,
  sendDeletionEmailJob,
  sendInviteEmailJob,
  sendGoogleLinkedEmailJob,
  sendNudgeEmailJob,
  sendNudgesJob,
  sendOfferEmailJob,
  sendOutreachJob,
  sendPasswordChangedEmailJob,
  sendPlanEmailJob,
  sendQueueCallJob,
  sendRemovalEmailJob,
  sendDelayMessageJob,
  sendReceiptJob,
  sendReminderJob,
  sendSeriesEmailJob,
  endForgottenServicesJob,
  sweepAccountsJob,
  sweepCommandsJob,
  sweepHoldsJob,
  sweepImportsJob,
  clearDescriptionsJob,
  clearBankTextsJob,
  sweepInvitesJob,
  sweepJobsJob,
  sweepLastMinuteJob,
  sweepNotificationsJob,
  sweepNudgesJob,
  sweepOffersJob,
  sweepPaymentsJob,
  sweepQueuesJob,
  sweepSeriesJob,
  sweepUploadsJob,
  sweepWaitlistJob,
  notifyOfDelaysJob,
  undoImportJob,
  warnOwnersJob,
] as const satisfies readonly Job<JobDeps, never>[]

export const schedule: JobSchedule = jobs.flatMap(({ name, schedule: match }) => (match ? [{ task: name, match }] : []))

/** Every attempt at one job sends its email under the same Message-ID. */
function bindToJob(mail: Mailer, job: JobIdentity): Mailer {
  return { ...mail, send: (to, email) => mail.send(to, email, job) }
}

export function createJobHandlers(deps: WorkerDeps): JobHandlers {
  setSubscribers(subscribers)
  const whatsapp = createWhatsApp({ ...deps, outbox: deps.config.hasOutbox ? createOutbox(deps) : undefined })
  const jobDeps: JobDeps = {
    ...deps,
    mail: guardMailer(deps, deps.mail),
    storage: createStorage(deps.config),
    payments: openPayments({ ...deps, sandbox: createSandbox(deps) }),
    whatsapp: guardWhatsApp(deps, whatsapp),
    waits: createWaits(deps),
    cancelUpcomingAppointments: cancelUpcomingOfUser,
    recordPaymentEvent,
  }
  return Object.fromEntries(
    jobs.map(({ name, run }) => [
      name,
      (payload: never, job) => run({ ...jobDeps, mail: bindToJob(jobDeps.mail, job) }, payload),
    ]),
  )
}
