import { ANY_BARBER } from '@na-regua/contract/appointments'
import { combineServices } from '@na-regua/contract/service-combinations'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { HOUR_MINUTE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstantInSentence } from '../../../lib/format.ts'
import { addCalendarDays, toMinutes } from '../../../lib/local-time.ts'
import { createUuid } from '../../../lib/unique-id.ts'
import { QUEUED_TEXT } from '../../../lib/use-commands.ts'
import { showToast } from '../../../ui/toast.tsx'
import { describeBreak, formatMinuteOfDay, minuteToInstant, toTimelineMinute } from '../timeline/rules.ts'
import { bookableBarbersQuery, sendBooking, sendWalkIn, slotsQuery } from './queries.ts'
import {
  type ChosenCustomer,
  countFreeMinutes,
  findCustomerProblem,
  findFreeBarber,
  isServiceOfBarber,
  type NewAppointmentTarget,
  noCustomer,
  toCustomerInput,
} from './rules.ts'
import { useProvidedServices } from './service-picker.tsx'

export type Booked = NonNullable<Awaited<ReturnType<typeof sendBooking>>>

type Choice = {
  customer: ChosenCustomer
  /** Undefined: the service of the customer's last visit, or the only one. */
  serviceIds?: readonly string[]
  barberId: string
  isNow: boolean
  date: string
  time: string
}

type TimeOfBarber = Pick<Alternative, 'barberId' | 'date' | 'time'>

/** A gap may lie past midnight. */
function toFirstChoice({ barberId = ANY_BARBER, date, gap, isNow = false, known }: NewAppointmentTarget): Choice {
  const start = gap?.start ?? 0
  return {
    customer: { ...noCustomer, known },
    barberId,
    isNow,
    date: addCalendarDays(date, Math.floor(start / 1440)),
    time: gap ? formatMinuteOfDay(start) : '',
  }
}

type NewAppointmentInput = { target: NewAppointmentTarget; onBooked: (booked: Booked) => void; onClose: () => void }

export function useNewAppointment({ target, onBooked, onClose }: NewAppointmentInput) {
  const { barbershopId, timeZone, workdays = [] } = target
  const [choice, setChoice] = useState(() => toFirstChoice(target))
  const [areProblemsShown, setProblemsShown] = useState(false)
  const [key] = useState(createUuid)
  const booking = useSending({ onBooked, onClose })
  const { customer, barberId, isNow, date, time } = choice
  const { query: services, services: provided, combinations } = useProvidedServices(barbershopId, barberId)
  const { data: barbers = [] } = useQuery(bookableBarbersQuery(barbershopId))
  const usual = customer.known?.lastVisits[0]?.serviceId ?? (provided.length === 1 ? provided[0]?.id : undefined)
  const serviceIds = (choice.serviceIds ?? [usual]).filter((id) => provided.some((one) => one.id === id)) as string[]
  const chosen = serviceIds.flatMap((id) => provided.find((one) => one.id === id) ?? [])
  const total = combineServices(chosen, combinations)
  const slots = useQuery({
    ...slotsQuery({ barbershopId, barberId, serviceIds, date }),
    enabled: serviceIds.length > 0 && date !== '' && !isNow,
  })

  const isTimed = matchesPattern(HOUR_MINUTE_PATTERN, time) && date !== ''
  const minute = findMinute(choice, target, isTimed)
  const workday = workdays.find((one) => one.barberId === barberId)
  const isColleague = target.isOwnDay && ![target.barberId, ANY_BARBER].includes(barberId)
  const needsPhone = isColleague && !toCustomerInput(customer)
  const problem = needsPhone ? 'Com outro barbeiro, informe o telefone.' : findCustomerProblem(customer)

  const isComplete = serviceIds.length > 0 && (isNow || isTimed)

  /** A change of what is booked makes the refusal of the last attempt stale. */
  function change(next: Partial<Choice>) {
    booking.reset()
    setChoice({ ...choice, ...next })
  }

  /** `instead`: what is left where the chosen time was taken. */
  function submit(instead?: TimeOfBarber) {
    setProblemsShown(true)
    if (problem || !(instead || isComplete)) return
    const next = instead ? { ...choice, ...instead, isNow: false } : choice
    if (instead) change(next)
    const startTime = next.isNow ? undefined : minuteToInstant(toMinutes(next.time), next.date, timeZone)
    booking.mutate(toRequest(next, startTime))
  }

  /** A walk-in has a barber from the beginning. */
  function chooseForWalkIn() {
    if (target.isOwnDay && target.barberId) return target.barberId
    const offering = workdays.filter((one) => chosen.every((service) => isServiceOfBarber(service, one.barberId)))
    return findFreeBarber(offering, minute ?? 0, total.durationMin)?.barberId ?? barbers[0]?.id ?? ''
  }

  function toRequest({ barberId: chosenId, isNow: startsNow }: Choice, startTime: string | undefined) {
    const who = toCustomerInput(customer)
    const walkInId = chosenId === ANY_BARBER ? chooseForWalkIn() : chosenId
    const barber = barbers.find(({ id }) => id === (who ? chosenId : walkInId))
    const planned = {
      barber: barber ?? { id: target.barberId ?? '', name: 'Quem estiver livre' },
      barbershop: workdays[0]?.barbershop ?? { id: barbershopId, name: '' },
      timeZone,
      services: chosen,
      customer: customer.known ?? { name: customer.name.trim() || 'Cliente', phone: customer.phone },
    }
    if (!who) {
      const [serviceId = ''] = serviceIds
      const customerName = customer.name.trim() || undefined
      return {
        startsNow,
        walkIn: { planned, input: { barberId: walkInId, serviceId, serviceIds, startTime, customerName } },
      }
    }
    const body = { ...who, barberId: chosenId, serviceIds, startTime: startTime ?? currentMinute() }
    // A changed request is another one: the key is for its repetitions.
    return {
      startsNow,
      book: { planned, request: { barbershopId, key: `${key}-${hashText(JSON.stringify(body))}`, body } },
    }
  }

  return {
    services,
    provided,
    barbers,
    slots: slots.data,
    choice: { ...choice, serviceIds },
    change,
    chosen,
    total,
    freeMin: workday && minute !== undefined ? countFreeMinutes(workday, minute) : undefined,
    pause:
      workday && minute !== undefined
        ? describeBreak(workday, { start: minute, end: minute + Math.max(1, total.durationMin) })
        : undefined,
    problem: areProblemsShown ? problem : undefined,
    isComplete,
    booking,
    submit,
  }
}

/** On the timeline of the day on the screen; undefined at another day. */
function findMinute({ isNow, date, time }: Choice, target: NewAppointmentTarget, isTimed: boolean) {
  if (isNow) return toTimelineMinute(new Date(), target.date, target.timeZone)
  const days = Math.round((Date.parse(date) - Date.parse(target.date)) / 86_400_000)
  return isTimed && (days === 0 || days === 1) ? days * 1440 + toMinutes(time) : undefined
}

const currentMinute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()

function hashText(text: string): string {
  let hash = 0
  for (const char of text) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0
  return (hash >>> 0).toString(36)
}

type NewAppointment = { startsNow: boolean } & (
  | { walkIn: Parameters<typeof sendWalkIn>[0]; book?: undefined }
  | { book: Parameters<typeof sendBooking>[0]; walkIn?: undefined }
)

const sendNewAppointment = ({ walkIn, book }: NewAppointment) => (walkIn ? sendWalkIn(walkIn) : sendBooking(book))

/** Who booked ahead is shown the link to send; for whom is there, or has no phone, there is none. */
function useSending({ onBooked, onClose }: Pick<NewAppointmentInput, 'onBooked' | 'onClose'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendNewAppointment,
    onSuccess(booked, { startsNow, walkIn }) {
      if (booked && !startsNow && !walkIn) return onBooked(booked)
      onClose()
      const what = walkIn ? 'encaixe' : 'horário'
      if (!booked) return showToast({ tone: 'info', title: `Proposta de ${what} guardada`, text: QUEUED_TEXT })
      const { startTime, timeZone, customer } = booked.appointment
      const title = `Encaixado às ${formatInstantInSentence(startTime, timeZone)}`
      showToast({ tone: 'success', title, text: customer.name })
    },
    onSettled: () =>
      Promise.all(
        ['appointments', 'availability', 'customers'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
      ),
  })
}
