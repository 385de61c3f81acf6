import { deleteCalendarFeed } from './features/agenda/calendar-feed/queries.ts'
import { moveVisitsToProfile } from './features/visits/move-visits.ts'
import {
  addCancelledTimes,
  addFormerTimeOff,
  addGrownHours,
  addMissedTimes,
  addTimesAfterEnd,
  addTimesBeforeMove,
} from './features/waitlist/matching/add-freed-times.ts'
import { endOffersOfHolds } from './features/waitlist/offers/end-offer.ts'
import type { Subscribers } from './lib/events.ts'

/** What happens next: each event that a use case records, and who reacts to it in the same transaction. */
export const subscribers: Subscribers = {
  'appointments.cancelled': [addCancelledTimes],
  'appointments.completed': [addTimesAfterEnd],
  'appointments.missed': [addMissedTimes],
  'appointments.deleted': [addCancelledTimes],
  'appointments.moved': [addTimesBeforeMove],
  'holds.deleted': [endOffersOfHolds],
  'time-off.removed': [addFormerTimeOff],
  'hours.changed': [addGrownHours],
  'profiles.merged': [moveVisitsToProfile],
  'password.changed': [(tx, { userId }) => deleteCalendarFeed(tx, userId)],
}
