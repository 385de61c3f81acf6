/** Where a shop stands, as it is typed: digits without their mask, the state as two letters. */
export type Address = {
  /** As customers read it: street, number, what helps to find the door. */
  address: string
  street: string
  neighborhood: string
  zipCode: string
  state: string
  city: string
  latitude?: number
  longitude?: number
}

/** The fields of a place, which another feature puts into its form: changes are made to the newest state. */
export type AddressFieldsProps = {
  value: Address
  onChange: (change: (current: Address) => Partial<Address>) => void
  /** Whether the line that customers read is a field of its own. */
  hasLine?: boolean
  zipError?: string
}
