import { useAddress } from '../../../lib/use-address.ts'

const PARAMETER = 'ver'
/** What only the list understands: an address that names it means the list. */
const ofList = ['status', 'date', 'page', 'barbershopId']

/** Day or list, kept in the address; the first of them unless the address says otherwise. */
export function useSheet<T extends string>(sheets: readonly { value: T }[]) {
  const [address, change] = useAddress()
  const named = address.get(PARAMETER)
  const known = sheets.find(({ value }) => value === named)?.value
  const implied = ofList.some((name) => address.has(name)) ? sheets.find(({ value }) => value === 'lista') : sheets[0]
  const sheet = known ?? (implied?.value as T)
  const open = (value: T) => void change(() => new URLSearchParams({ [PARAMETER]: value }))
  return [sheet, open] as const
}
