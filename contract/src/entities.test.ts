import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import { User } from './accounts.ts'
import { OwnerAppointment } from './agendas.ts'
import { Appointment } from './appointments.ts'
import { Availability } from './availability.ts'
import { Barbershop, BarbershopCard, Feature, FilterOptions, Service, WorkingHour } from './barbershops.ts'
import { Pagination } from './fields.ts'
import { Notification, notificationTypes } from './notifications.ts'
import { PaymentIntent } from './payments.ts'
import { City, State } from './places.ts'
import { Plan } from './plans.ts'
import { GeocodedAddress } from './reverse-geocode.ts'
import { Review } from './reviews.ts'
import { Barber } from './staff.ts'

const fieldsOf = (schema: TObject) => Object.keys(schema.properties)
/** The fields of an object within another one, also where it may be null. */
function within(schema: TObject, field: string): string[] {
  const inner = schema.properties[field] as TObject & { anyOf?: TObject[]; items?: TObject }
  return fieldsOf(inner.properties ? inner : (inner.items ?? (inner.anyOf?.find((one) => one.properties) as TObject)))
}

test.each([
  ['User', User, 'id name email phone avatarUrl role isEmailVerified planId planExpiryDate plan google_id'],
  ['Notification', Notification, 'id type title message read createdAt'],
  ['Service', Service, 'id name description durationMin priceCents isActive'],
  ['WorkingHour', WorkingHour, 'id dayOfWeek openTime closeTime isClosed'],
  ['Review', Review, 'id rating comment createdAt user'],
  ['Plan', Plan, 'id name description max_barbershops max_barbers billing_period price_cents'],
  ['FilterOptions', FilterOptions, 'distances priceRanges ratings features'],
  ['State', State, 'id nome sigla'],
  ['City', City, 'id nome'],
  ['Feature', Feature, 'id name'],
  ['Pagination', Pagination, 'total page totalPages perPage'],
  ['GeocodedAddress', GeocodedAddress, 'city state country formattedAddress'],
  ['PaymentIntent', PaymentIntent, 'clientSecret'],
  ['Availability', Availability, 'slots'],
] as [string, TObject, string][])(
  '%s has the fields of the specification [3.1, 3.2, 3.4, 3.5, 3.7, 3.9, 3.10, 3.11, 3.12, 3.13]',
  (_, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields.split(' ')))
  },
)

test('a barbershop has the fields of the specification, those of lists on its card [3.3]', () => {
  const onBoth =
    'id name street city state neighborhood latitude longitude coverImageUrl images features is_featured is_open openUntil averageRating reviewCount price_from'
  expect(fieldsOf(BarbershopCard)).toEqual(expect.arrayContaining([...onBoth.split(' '), 'distance_in_km']))
  const own = 'zipCode phone whatsapp description address services workingHours is_active'
  expect(fieldsOf(Barbershop)).toEqual(expect.arrayContaining(`${onBoth} ${own}`.split(' ')))
})

test('a barber, a review and an appointment name the people of the specification [3.6, 3.7, 3.8]', () => {
  expect(fieldsOf(Barber)).toEqual(
    expect.arrayContaining('id name avatarUrl bio specialties user barbershop'.split(' ')),
  )
  expect(within(Barber, 'user')).toEqual(expect.arrayContaining(['name', 'avatarUrl']))
  expect(within(Barber, 'barbershop')).toEqual(expect.arrayContaining(['id', 'name']))
  expect(within(Review, 'user')).toEqual(expect.arrayContaining(['name', 'avatarUrl']))
  expect(fieldsOf(Appointment)).toEqual(
    expect.arrayContaining('id status startTime endTime service customer barber barbershop reviewed'.split(' ')),
  )
  expect(within(Appointment, 'service')).toEqual(expect.arrayContaining(['id', 'name']))
  expect(within(Appointment, 'customer')).toContain('name')
  expect(within(Appointment, 'barber')).toEqual(expect.arrayContaining(['id', 'name', 'user', 'barbershop']))
  expect(within(Appointment, 'barbershop')).toContain('name')
  expect(fieldsOf(OwnerAppointment)).toEqual(expect.arrayContaining(['start_time', 'end_time']))
})

test('the four named types of a notification exist [3.2]', () => {
  expect(notificationTypes).toEqual(
    expect.arrayContaining(['booking_received', 'booking_confirmed', 'booking_rejected', 'barbershop_approved']),
  )
})

test('filter options have the fields of the specification [3.10]', () => {
  expect(within(FilterOptions, 'distances')).toEqual(['value', 'label'])
  expect(within(FilterOptions, 'ratings')).toEqual(['value', 'label'])
  expect(within(FilterOptions, 'priceRanges')).toEqual(['label', 'min', 'max'])
  expect(within(FilterOptions, 'features')).toEqual(['id', 'name'])
})
