import { appointmentsApi } from '@na-regua/contract/appointments'
import { commandsApi } from '@na-regua/contract/commands'
import type { CommandDraft } from '@na-regua/offline'
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { createPendingResponse, startFakeApi } from '../../test/fake-api.ts'
import { createAppointment } from '../../test/samples.ts'
import { respondToCommands, startStaffDevice } from '../../test/staff-device.ts'
import { api } from './api.ts'
import { commandStore } from './command-state.ts'
import { isWithoutNetwork, sendOrQueue } from './use-commands.ts'

const server = startFakeApi()
const device = startStaffDevice(server)

const appointment = createAppointment('0190a7f2-0000-7000-8000-000000000001')
const draft: CommandDraft = { type: 'confirm', target: { appointmentId: appointment.id, version: 1 } }
const confirm = () =>
  sendOrQueue({
    build: () => ({ draft, preview: { name: 'Ana Lua', act: 'Aceitar' } }),
    send: () => api(appointmentsApi.confirm, { params: { id: appointment.id } }),
  })
const untilQueueIs = (state: string) => waitFor(() => expect(commandStore.getState().queue).toBe(state))

test('the page of a hotel’s network does not count as done: the command is queued', async () => {
  device.connect()
  server.respond(
    appointmentsApi.confirm,
    () => new Response('<p>Entre</p>', { headers: { 'content-type': 'text/html' } }),
  )
  const { commandId } = await confirm()
  expect(await device.list()).toMatchObject([{ id: commandId, state: 'pending' }])
})

test('a response of the server is the result', async () => {
  device.connect()
  server.respond(appointmentsApi.confirm, () => ({ appointment }))
  expect(await confirm()).toEqual({ sent: { appointment } })
  expect(await device.list()).toEqual([])
})

test('only a command that was sent proves a network that the browser denies', async () => {
  device.denyNetwork()
  // There is nothing to send.
  await device.send()
  await untilQueueIs('idle')
  expect(isWithoutNetwork()).toBe(true)

  const response = createPendingResponse<void>()
  server.respond(commandsApi.send, async (request) => {
    await response.promise
    return respondToCommands(() => ({ outcome: 'applied' }))(request)
  })
  await confirm()
  await waitFor(() =>
    expect(commandStore.getState()).toMatchObject({ queue: 'sending', commands: [{ state: 'pending' }] }),
  )
  response.respond()
  await waitFor(() =>
    expect(commandStore.getState()).toMatchObject({ queue: 'idle', commands: [{ state: 'applied' }] }),
  )
  expect(isWithoutNetwork()).toBe(false)

  device.disconnect()
  server.respond(appointmentsApi.confirm, () => {
    throw new TypeError('Failed to fetch')
  })
  await confirm()
  await untilQueueIs('waiting')
  expect(isWithoutNetwork()).toBe(true)
})
