import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { useBooking } from './use-booking.ts'

const api = startFakeApi()
const input = { barberId: 'rui', serviceId: 'cut', startTime: '2030-03-12T15:00:00.000Z' }
const unverified = { ...sampleUser, isEmailVerified: false }
const inFiveMinutes = () => new Date(Date.now() + 300_000).toISOString()

const onBooked = vi.fn()
const onStale = vi.fn(async () => {})

function startBooking(user = sampleUser) {
  const hook = renderHook(() => useBooking({ user, onBooked, onStale }))
  const stage = () => hook.result.current.stage
  const run = (action: (booking: ReturnType<typeof useBooking>) => void) => act(async () => action(hook.result.current))
  return { stage, run, leave: hook.unmount }
}

beforeEach(() => {
  api.respond(appointmentsApi.releaseHold, () => ({}))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.clearAllMocks()
})

describe('a user with a verified email', () => {
  test('books once, even if the button is pressed twice', async () => {
    const created = createPendingResponse<object>()
    api.respond(appointmentsApi.create, () => created.promise)
    const { stage, run } = startBooking()
    expect(stage()).toEqual({ name: 'choosing' })
    await run(({ confirm }) => confirm(input))
    expect(stage()).toEqual({ name: 'booking', input })
    await run(({ confirm }) => confirm(input))
    created.respond({ id: 'booked' })
    await waitFor(() => expect(onBooked).toHaveBeenCalledWith('booked'))
    const sent = api.listRequests(appointmentsApi.create)
    expect(sent.map(({ body }) => body)).toEqual([{ ...input, customerId: sampleUser.id }])
    expect(onStale).not.toHaveBeenCalled()
  })

  test('gets the error of a lost response, and retries with the same idempotency key', async () => {
    api.respond(appointmentsApi.create, () => {
      throw new TypeError('Failed to fetch')
    })
    const { stage, run } = startBooking()
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(stage()).toMatchObject({ name: 'choosing', error: { reason: 'network' }, input }))
    expect(onStale).not.toHaveBeenCalled()
    api.respond(appointmentsApi.create, () => ({ id: 'booked' }))
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(onBooked).toHaveBeenCalledWith('booked'))
    const [first, second] = api
      .listRequests(appointmentsApi.create)
      .map(({ headers }) => headers.get(IDEMPOTENCY_HEADER))
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(second).toBe(first)
  })

  test('gets alternatives for a slot that was taken, and a new idempotency key for the next attempt', async () => {
    const alternatives = [{ kind: 'same-barber', barberId: 'rui', date: '2030-03-12', time: '13:00' }]
    api.respond(appointmentsApi.create, () => apiError(409, 'SLOT_TAKEN', { alternatives }))
    const { stage, run } = startBooking()
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(stage()).toEqual({ name: 'slot-taken', message: 'message of SLOT_TAKEN', alternatives }))
    expect(onStale).toHaveBeenCalledOnce()
    await run(({ reset }) => reset())
    expect(stage()).toEqual({ name: 'choosing' })
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(stage().name).toBe('slot-taken'))
    const keys = api.listRequests(appointmentsApi.create).map(({ headers }) => headers.get(IDEMPOTENCY_HEADER))
    expect(new Set(keys).size).toBe(2)
  })

  test('gets any other refusal as an error, with refetched data', async () => {
    api.respond(appointmentsApi.create, () => apiError(409, 'TOO_MANY_OPEN_APPOINTMENTS'))
    const { stage, run } = startBooking()
    await run(({ confirm }) => confirm(input))
    await waitFor(() =>
      expect(stage()).toMatchObject({ name: 'choosing', error: { code: 'TOO_MANY_OPEN_APPOINTMENTS' } }),
    )
    expect(stage().input).toBeUndefined()
    expect(onStale).toHaveBeenCalledOnce()
  })

  test('verifies the email first if the server requires it', async () => {
    const heldUntil = inFiveMinutes()
    api.respond(appointmentsApi.create, () => apiError(403, 'EMAIL_NOT_VERIFIED'))
    api.respond(appointmentsApi.hold, () => ({ id: 'hold', heldUntil }))
    const { stage, run } = startBooking()
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(stage()).toEqual({ name: 'verifying', input, heldUntil }))
  })
})

describe('a user without a verified email', () => {
  test('holds the slot, and books it once the email is verified', async () => {
    const heldUntil = inFiveMinutes()
    api.respond(appointmentsApi.hold, () => ({ id: 'hold', heldUntil }))
    api.respond(appointmentsApi.create, () => ({ id: 'booked' }))
    const { stage, run, leave } = startBooking(unverified)
    await run(({ confirm }) => confirm({ ...input, endTime: '2030-03-12T15:30:00.000Z' }))
    await waitFor(() => expect(stage()).toMatchObject({ name: 'verifying', heldUntil }))
    expect(api.listRequests(appointmentsApi.hold).map(({ body }) => body)).toEqual([input])
    expect(api.listRequests(appointmentsApi.create)).toEqual([])
    await run(({ finish }) => finish(input))
    await waitFor(() => expect(onBooked).toHaveBeenCalledWith('booked'))
    leave()
    expect(api.listRequests(appointmentsApi.releaseHold)).toEqual([])
    expect(sessionStorage.getItem('heldSlot')).toBeNull()
  })

  test('cancels: the slot stays selectable until it is released and refetched', async () => {
    api.respond(appointmentsApi.hold, () => ({ id: 'hold', heldUntil: inFiveMinutes() }))
    const refetched = Promise.withResolvers<void>()
    onStale.mockReturnValueOnce(refetched.promise)
    const { stage, run } = startBooking(unverified)
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(stage()).toHaveProperty('heldUntil'))
    await run(({ cancel }) => cancel())
    expect(stage()).toEqual({ name: 'choosing', input })
    await waitFor(() => expect(onStale).toHaveBeenCalledOnce())
    expect(api.listRequests(appointmentsApi.releaseHold)).toHaveLength(1)
    await act(async () => refetched.resolve())
    expect(stage()).toEqual({ name: 'choosing', input: undefined })
  })

  test('leaves no hold behind by leaving during the hold request', async () => {
    const held = createPendingResponse<object>()
    api.respond(appointmentsApi.hold, () => held.promise)
    const { run, leave } = startBooking(unverified)
    await run(({ confirm }) => confirm(input))
    leave()
    expect(api.listRequests(appointmentsApi.releaseHold)).toEqual([])
    held.respond({ id: 'hold', heldUntil: inFiveMinutes() })
    await waitFor(() => expect(api.listRequests(appointmentsApi.releaseHold)).toHaveLength(1))
    expect(sessionStorage.getItem('heldSlot')).toBeNull()
  })

  test('gets alternatives if the slot cannot be held', async () => {
    api.respond(appointmentsApi.hold, () => apiError(409, 'SLOT_TAKEN'))
    const { stage, run } = startBooking(unverified)
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(stage()).toMatchObject({ name: 'slot-taken', alternatives: [] }))
    expect(onStale).toHaveBeenCalledOnce()
  })

  test('can still verify the email if the hold gets no response', async () => {
    api.respond(appointmentsApi.hold, () => apiError(503, 'UNAVAILABLE'))
    const { stage, run } = startBooking(unverified)
    await run(({ confirm }) => confirm(input))
    await waitFor(() => expect(api.listRequests(appointmentsApi.hold)).toHaveLength(1))
    expect(stage()).toEqual({ name: 'verifying', input })
  })

  test('finds the held slot again after the page was unloaded, until it expires', async () => {
    sessionStorage.setItem('heldSlot', JSON.stringify({ input, heldUntil: inFiveMinutes() }))
    expect(startBooking(unverified).stage()).toEqual({ name: 'choosing', input })
    cleanup()
    sessionStorage.setItem('heldSlot', JSON.stringify({ input, heldUntil: new Date(Date.now() - 1).toISOString() }))
    expect(startBooking(unverified).stage()).toEqual({ name: 'choosing', input: undefined })
  })
})
