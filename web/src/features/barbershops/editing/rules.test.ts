import { expect, test } from 'vitest'
import { ApiResponseError } from '../../../lib/api-error.ts'
import { findUpcomingAppointments } from './rules.ts'

test('upcoming appointments are read from the FUTURE_APPOINTMENTS error only', () => {
  const upcoming = { appointments: [], timeZone: 'America/Manaus' }
  expect(findUpcomingAppointments(new ApiResponseError(409, { code: 'FUTURE_APPOINTMENTS', ...upcoming }))).toEqual(
    upcoming,
  )
  expect(findUpcomingAppointments(new ApiResponseError(409, { code: 'FUTURE_APPOINTMENTS' }))).toBeUndefined()
  expect(findUpcomingAppointments(new ApiResponseError(404, { code: 'NOT_FOUND', ...upcoming }))).toBeUndefined()
})
