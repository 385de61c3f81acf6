import { Suspense } from 'react'
import { useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { lazyPart } from '../lib/lazy-part.ts'

/** The files of what follows are named here: named by the home page, every user would download the list of them, also without a session. */

/** Downloaded by staff only. */
const StaffToday = lazyPart(
  () => import('./staff-today.tsx').then((module) => module.StaffToday),
  () => null,
)

const NextVisit = lazyPart(
  () => import('./next-visit.tsx').then((module) => module.NextVisit),
  () => null,
)

/** The first thing on the home page of a signed-in user: of staff their day, and of a customer what is booked. */
export function OwnVisits() {
  const screen = useStaffScreen()
  return (
    <>
      <Suspense>{screen && <StaffToday />}</Suspense>
      <Suspense>
        <NextVisit />
      </Suspense>
    </>
  )
}

const BookAgain = lazyPart(
  () => import('./next-visit.tsx').then((module) => module.BookAgain),
  () => null,
)

/** A component of its own: what is loaded lazily cannot be a lazy component itself. */
export function BookAgainPart() {
  return <BookAgain />
}
