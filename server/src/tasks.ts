import { sendCodeEmail } from './features/accounts/codes/send-code-email.ts'
import { sendChangeNotice } from './features/accounts/email-change/send-change-notice.ts'
import { sendLinkNotice } from './features/accounts/google/send-link-notice.ts'
import { enqueueResetEmail } from './features/accounts/password/enqueue-reset-email.ts'
import { sendPasswordNotice } from './features/accounts/password-change/send-password-notice.ts'
import { sweepAccounts } from './features/accounts/sweep-accounts.ts'
import { sweepHolds } from './features/appointments/booking/delete-holds.ts'
import { sendAppointmentEmail } from './features/appointments/emails/send-appointment-letter.ts'
import { planReminders } from './features/appointments/reminders/plan-reminders.ts'
import { sendReminder } from './features/appointments/reminders/send-reminder.ts'
import { cancelUpcomingOfUser } from './features/appointments/status/give-up-appointments.ts'
import { expireRequests } from './features/appointments/status/release-requests.ts'
import { sendContactEmail } from './features/contact/send-message.ts'
import { sweepNotifications } from './features/notifications/sweep-notifications.ts'
import { sendPlanEmail } from './features/payments/emails/send-plan-letter.ts'
import { closeLapsed } from './features/payments/renewals/close-lapsed.ts'
import { endSubscription } from './features/payments/renewals/end-subscription.ts'
import { reconcilePayments } from './features/payments/renewals/reconcile-payments.ts'
import { renewSandbox } from './features/payments/renewals/renew-sandbox.ts'
import { warnOwners } from './features/payments/renewals/warn-owners.ts'
import { eraseAccounts } from './features/privacy/erase-accounts.ts'
import { sendDeletionEmail } from './features/privacy/send-deletion-letter.ts'
import { sendInviteEmail, sweepInvites } from './features/staff/invites/send-invite-letter.ts'
import { sendRemovalEmail } from './features/staff/members/send-removal-letter.ts'
import { sweepUploads } from './features/uploads/sweep-uploads.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import { createStorage } from './lib/create-storage.ts'
import type { DatabasePool } from './lib/database.ts'
import { reviveJobs, type Schedule, type Tasks } from './lib/jobs.ts'
import type { Mailer } from './lib/mail.ts'
import { openPayments } from './lib/payments/open-payments.ts'
import { deleteFiles } from './lib/storage.ts'
import { createWhatsApp } from './lib/whatsapp.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  mail: Mailer
  config: Config
  /** Links in letters begin with it. */
  site: string
}

/** Everything that happens after a commit or by the hour: the table of contents of the jobs. */
export function createJobHandlers(deps: Deps): Tasks {
  const storage = createStorage(deps.config)
  const payments = openPayments(deps)
  const whatsapp = createWhatsApp(deps)
  return {
    'close-lapsed': () => closeLapsed(deps),
    'delete-files': (payload) => deleteFiles({ storage }, payload),
    'end-subscription': (payload) => endSubscription({ ...deps, payments }, payload),
    'erase-accounts': () => eraseAccounts({ ...deps, giveUpAppointments: cancelUpcomingOfUser }),
    'plan-reminders': () => planReminders(deps),
    'reconcile-payments': () => reconcilePayments({ ...deps, payments }),
    'release-requests': () => expireRequests(deps),
    'renew-sandbox': () => renewSandbox(deps),
    'revive-jobs': () => reviveJobs(deps.db),
    'send-appointment-letter': (payload) => sendAppointmentEmail(deps, payload),
    'send-contact-letter': (payload) => sendContactEmail(deps, payload),
    'send-change-notice': (payload) => sendChangeNotice(deps, payload),
    'send-code-letter': (payload) => sendCodeEmail(deps, payload),
    'plan-reset-letter': (payload) => enqueueResetEmail(deps, payload),
    'send-invite-letter': (payload) => sendInviteEmail(deps, payload),
    'send-removal-letter': (payload) => sendRemovalEmail(deps, payload),
    'send-link-notice': (payload) => sendLinkNotice(deps, payload),
    'send-deletion-letter': (payload) => sendDeletionEmail(deps, payload),
    'send-password-notice': (payload) => sendPasswordNotice(deps, payload),
    'send-plan-letter': (payload) => sendPlanEmail(deps, payload),
    'send-reminder': (payload) => sendReminder({ ...deps, whatsapp }, payload),
    'sweep-accounts': () => sweepAccounts(deps),
    'sweep-holds': () => sweepHolds(deps),
    'sweep-invites': () => sweepInvites(deps),
    'sweep-notifications': () => sweepNotifications(deps),
    'sweep-uploads': () => sweepUploads({ ...deps, storage }),
    'warn-owners': () => warnOwners(deps),
  }
}

/** Minute, hour, day, month, weekday; in UTC. */
export const schedule: Schedule = [
  { task: 'close-lapsed', match: '* * * * *' },
  { task: 'erase-accounts', match: '*/10 * * * *' },
  { task: 'plan-reminders', match: '* * * * *' },
  { task: 'reconcile-payments', match: '* * * * *' },
  { task: 'release-requests', match: '* * * * *' },
  { task: 'renew-sandbox', match: '* * * * *' },
  { task: 'revive-jobs', match: '* * * * *' },
  { task: 'sweep-accounts', match: '*/15 * * * *' },
  { task: 'sweep-holds', match: '*/5 * * * *' },
  { task: 'sweep-invites', match: '40 6 * * *' },
  { task: 'sweep-notifications', match: '20 6 * * *' },
  { task: 'sweep-uploads', match: '35 * * * *' },
  { task: 'warn-owners', match: '15 * * * *' },
]
