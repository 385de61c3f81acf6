import { customersApi } from '@na-regua/contract/customers'
import { editsApi } from '@na-regua/contract/edits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Edit } from './rules.ts'

/** What the barbershop knows of the customer, under the key of the profile itself. */
export function servedCustomerQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'profile', id],
    queryFn: ({ signal }) => api(customersApi.get, { params: { id }, signal }),
    select: ({ customer }) => customer,
    meta: { stored: true },
  })
}

/** The response has a link for a customer without an account. */
export function editAppointment(id: string, version: number, edit: Edit) {
  return api(editsApi.edit, { params: { id }, body: { ...edit, version } })
}

/** `version`: of the edited appointment. */
export function undoEdit(id: string, version: number) {
  return api(editsApi.undoEdit, { params: { id }, body: { version } })
}

export function saveStaffNote(id: string, note: { before: string; staffNote: string }) {
  return api(editsApi.note, { params: { id }, body: note })
}
